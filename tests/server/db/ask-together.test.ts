import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { PLANNED_ONCE } from '#server/db/planned-once.ts';
import { openTestHouse } from '../../support/house.ts';

const { house } = await openTestHouse();
const { db, pool } = house;
const LOCK = 35;

/** Another moment of the same turn of the event loop, as when the next visitor's request is read. */
const anotherMoment = () => new Promise<void>((resolve) => process.nextTick(resolve));

async function line(mark = sql.empty()): Promise<number | undefined> {
  const { rows } = await db.execute<{ pid: number }>(sql`${mark} select pg_backend_pid() as pid`);
  return rows[0]?.pid;
}

test('who asks what costs next to nothing does not wait for what is slow and somebody else asks', async () => {
  const holder = await pool.connect();
  await holder.query(`select pg_advisory_lock(${LOCK})`);
  const slow = db.execute(sql`select pg_advisory_xact_lock(${LOCK}), 'slow' as name`);
  await anotherMoment();
  const { rows } = await db.execute(sql`${PLANNED_ONCE} select 'quick' as name`);
  expect(rows).toEqual([{ name: 'quick' }]);
  await holder.query(`select pg_advisory_unlock(${LOCK})`);
  holder.release();
  expect((await slow).rows).toMatchObject([{ name: 'slow' }]);
});

test('such questions of several visitors take one line, others one for each visitor', async () => {
  const first = line(PLANNED_ONCE);
  await anotherMoment();
  const second = line(PLANNED_ONCE);
  expect(await first).toBe(await second);
  const third = line();
  await anotherMoment();
  const fourth = line();
  expect(await third).not.toBe(await fourth);
});

test('of many that travel together each stands or fails alone', async () => {
  const shares = Array.from({ length: 250 }, (_, index) =>
    db.execute<{ share: number }>(sql`${PLANNED_ONCE} select 100 / (${index}::integer % 50) as share`),
  );
  const told = await Promise.allSettled(shares);
  const right = told.map((_, index) => (index % 50 === 0 ? 'rejected' : 'fulfilled'));
  expect(told.map(({ status }) => status)).toEqual(right);
});

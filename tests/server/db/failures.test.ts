import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { isDatabaseDown, isTaken } from '#server/db/failures.ts';
import { createTestServices } from '../../support/app/services.ts';

const { services } = await createTestServices();
const { db } = services;

const refused = async (question: Promise<unknown>): Promise<unknown> => {
  const answer = await question.catch((error: unknown) => error);
  expect(answer).toBeInstanceOf(Error);
  return answer;
};

test('what somebody has typed does not say that the database is down', async () => {
  const typed = 'the pool at liverpool was terminated by a timeout';
  const wrong = await refused(db.execute(sql`select ${typed}::integer`));
  expect(String(wrong)).toContain('liverpool');
  expect(isDatabaseDown(wrong)).toBe(false);
});

test('a value that is taken is told apart from a database that is down', async () => {
  await db.execute(sql`create table swimmers (name text constraint swimmers_name unique)`);
  const enter = () => db.execute(sql`insert into swimmers values ('pool')`);
  await enter();
  const taken = await refused(enter());
  expect([isTaken(taken, 'swimmers_name'), isTaken(taken, 'others'), isDatabaseDown(taken)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a line that was cut is told as such, and the next question has another', async () => {
  for (let times = 0; times < 6; times += 1) {
    const cut = await refused(db.execute(sql`select pg_terminate_backend(pg_backend_pid())`));
    expect(isDatabaseDown(cut)).toBe(true);
    expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  }
});

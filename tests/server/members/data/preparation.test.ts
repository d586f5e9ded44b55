import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { asc, eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { getPreparation, prepareExport } from '#contracts/data.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { makeExport, sweepExports } from '#server/members/data/index.ts';
import { dataExportPieces, dataExports } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { LIMITS } from '#server/api/rate-limits.ts';
import { apiOf, dataOf, refusalOf } from '../../../support/app/api.ts';
import { createTestServices, SESSION_SECRET } from '../../../support/app/services.ts';
import { askForExport, exportOf, openExport, type Unzipped } from './unzip.ts';

const testServices = await createTestServices();
const { services, app, clock, runJobs } = testServices;
const api = apiOf(app);
const ROWS = 20_500;
const DAY_SECONDS = 86_400;
let ivan = 0;

beforeAll(async () => {
  ivan = (await findByLogin(services.db, 'ivan'))?.id ?? 0;
  await services.db.execute(sql`
    insert into notices (member_id, kind, about, at)
    select ${ivan}, 'accrual-posted', number || ' ' || md5(number::text), now() from generate_series(1, ${ROWS}) number`);
});
afterEach(async () => {
  await lockIsFree();
  await services.db.delete(dataExports);
  await services.db.execute(sql`delete from rate_limits`);
});

const bearerOf = async () => (await api.signIn('ivan')).access;
const start = (bearer: string) => api.call(prepareExport, { password: DEMO_PASSWORD, anew: true }, { bearer });
const stateOf = async (bearer: string) => dataOf(await api.call(getPreparation, {}, { bearer }));
/** The notices in the file that existed from the start. */
const earnedIn = (file: Unzipped) => file.rowsOf('notices').filter(({ kind }) => kind === 'accrual-posted');
const exportRows = () => services.db.select().from(dataExports);

/** PostgreSQL notices the end of a killed app late; until then, the next export is deferred. */
const lockIsFree = () =>
  vi.waitUntil(
    async () => {
      const { rows } = await services.db.execute(sql`select 1 from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`);
      return rows.length === 0;
    },
    { timeout: 60_000 },
  );

/** Services whose database breaks after `after` transactions, as if the app were killed. */
function breakingServices(after: number, error = new Error('Connection terminated')): Services {
  let left = after;
  return {
    ...services,
    transaction: (work) => {
      left -= 1;
      return left < 0 ? Promise.reject(error) : services.transaction(work);
    },
  };
}

test('a lot of data is prepared first, by a job, and then downloaded whole', async () => {
  const bearer = await bearerOf();
  expect(await stateOf(bearer)).toMatchObject({ state: 'none', is_needed: true, expires_at: null });
  expect(await (await askForExport(app, bearer)).json()).toMatchObject({ code: 'export_not_proven' });
  const begun = dataOf(await start(bearer));
  expect(begun).toMatchObject({ state: 'making', rows_done: 0, is_needed: true });
  expect(begun.rows_in_all).toBeGreaterThan(ROWS);
  expect((await askForExport(app, bearer)).status).toBe(409);

  await runJobs();
  const ready = await stateOf(bearer);
  expect(ready).toMatchObject({ state: 'ready', rows_done: begun.rows_in_all });
  expect(Date.parse(ready.expires_at!)).toBe(clock.now().getTime() + DAY_SECONDS * 1000);
  const mine = await exportOf(app, bearer);
  expect(earnedIn(mine).map(({ about }) => parseInt(String(about), 10))).toEqual(
    Array.from({ length: ROWS }, (_, index) => index + 1),
  );
  expect(mine.textOf('README.txt')).toContain('ivan');
});

test('who has little needs no preparation', async () => {
  const { access } = await api.signIn('marie');
  expect(await stateOf(access)).toMatchObject({ state: 'none', is_needed: false });
});

test('asked for ten times at once, one is made', async () => {
  const bearer = await bearerOf();
  const answers = await Promise.all(Array.from({ length: 10 }, () => start(bearer)));
  expect(new Set(answers.map((answer) => JSON.stringify(dataOf(answer)))).size).toBe(1);
  expect(await exportRows()).toHaveLength(1);
  await runJobs();
  expect(await stateOf(bearer)).toMatchObject({ state: 'ready' });
});

test('the page is told how far it is', async () => {
  const bearer = await bearerOf();
  const { rows_in_all } = dataOf(await start(bearer));
  // Breaks after the first pieces are written.
  await expect(makeExport(breakingServices(4), { memberId: ivan })).rejects.toThrow('terminated');
  const { rows_done } = await stateOf(bearer);
  expect(rows_done).toBeGreaterThan(0);
  expect(rows_done).toBeLessThan(rows_in_all);
});

test('broken off in the middle, no half file is served, and it is made again', async () => {
  const bearer = await bearerOf();
  await start(bearer);
  await expect(makeExport(breakingServices(4), { memberId: ivan })).rejects.toThrow('terminated');
  const [half] = await exportRows();
  expect(await services.db.$count(dataExportPieces)).toBeGreaterThan(0);
  expect((await askForExport(app, bearer)).status).toBe(409);
  await lockIsFree();
  await sweepExports(services);
  await runJobs();
  expect(await stateOf(bearer)).toMatchObject({ state: 'ready' });
  expect(await services.db.$count(dataExportPieces, eq(dataExportPieces.exportId, half!.id))).toBe(0);
  expect(earnedIn(await exportOf(app, bearer))).toHaveLength(ROWS);
});

test('its app killed with -9 in the middle, no half file is served, and another app makes it again', async () => {
  const bearer = await bearerOf();
  const { rows_in_all } = dataOf(await start(bearer));
  const maker = fileURLToPath(new URL('../../../support/processes/export-maker.ts', import.meta.url));
  const child = spawn(process.execPath, [maker, testServices.databaseUrl, SESSION_SECRET, String(ivan)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);

  const half = await stateOf(bearer);
  expect(half).toMatchObject({ state: 'making' });
  expect(half.rows_done).toBeGreaterThan(0);
  expect(half.rows_done).toBeLessThan(rows_in_all);
  expect((await askForExport(app, bearer)).status).toBe(409);
  await lockIsFree();
  await sweepExports(services);
  await runJobs();
  expect(await stateOf(bearer)).toMatchObject({ state: 'ready', rows_done: rows_in_all });
  expect(earnedIn(await exportOf(app, bearer))).toHaveLength(ROWS);
});

test('an attempt that was given up and lives on writes nothing into the next one', async () => {
  const bearer = await bearerOf();
  await start(bearer);
  let times = 0;
  const slow: Services = {
    ...services,
    // Another attempt takes over during the fourth transaction.
    transaction: async (work) => {
      times += 1;
      if (times === 4) await overtake();
      return services.transaction(work);
    },
  };
  await makeExport(slow, { memberId: ivan });
  const pieces = await services.db.select().from(dataExportPieces).orderBy(asc(dataExportPieces.number));
  expect(pieces.map(({ number }) => number)).toEqual([7]);
  expect((await exportRows())[0]).toMatchObject({ state: 'making' });

  async function overtake(): Promise<void> {
    const id = '00000000-0000-4000-8000-000000000000';
    await services.db.delete(dataExportPieces);
    await services.db.update(dataExports).set({ id });
    await services.db.insert(dataExportPieces).values({ exportId: id, number: 7, bytes: Buffer.from('x') });
  }
});

test('two jobs for one file: the second waits until the first has made it, and does nothing', async () => {
  const bearer = await bearerOf();
  await start(bearer);
  await Promise.all([makeExport(services, { memberId: ivan }), makeExport(services, { memberId: ivan })]);
  expect(earnedIn(await exportOf(app, bearer))).toHaveLength(ROWS);
  await runJobs();
  expect(await exportRows()).toMatchObject([{ state: 'ready' }]);
});

test('what can’t be made says so, and may be tried again', async () => {
  const bearer = await bearerOf();
  await start(bearer);
  await makeExport(breakingServices(3, new Error('a mistake of ours')), { memberId: ivan });
  expect(await stateOf(bearer)).toMatchObject({ state: 'failed', is_needed: true });
  expect(dataOf(await start(bearer))).toMatchObject({ state: 'making' });
  await runJobs();
  expect(await stateOf(bearer)).toMatchObject({ state: 'ready' });
});

test('told to stop, it gives up at once, and is made after the next start', async () => {
  const bearer = await bearerOf();
  await start(bearer);
  const told = new AbortController();
  const stopped = makeExport(services, { memberId: ivan }, told.signal);
  told.abort();
  await expect(stopped).rejects.toThrow();
  expect(await stateOf(bearer)).toMatchObject({ state: 'making' });
  await lockIsFree();
  await sweepExports(services);
  await runJobs();
  expect(await stateOf(bearer)).toMatchObject({ state: 'ready' });
});

test('after a day it is thrown away', async () => {
  const bearer = await bearerOf();
  await start(bearer);
  await runJobs();
  clock.advance(DAY_SECONDS + 1);
  const later = await bearerOf();
  expect(await stateOf(later)).toMatchObject({ state: 'none', expires_at: null });
  await openExport(app, later);
  expect(await stateOf(later)).toMatchObject({ state: 'making' });
  await services.db.update(dataExports).set({ expiresAt: clock.now() });
  clock.advance(1);
  expect((await askForExport(app, later)).status).toBe(409);
  await sweepExports(services);
  expect(await exportRows()).toEqual([]);
  expect(await services.db.$count(dataExportPieces)).toBe(0);
});

test('thrown away while somebody downloads it, the file breaks off', async () => {
  const bearer = await bearerOf();
  await start(bearer);
  await runJobs();
  const answer = await askForExport(app, bearer);
  await services.db.delete(dataExports);
  await expect(answer.arrayBuffer()).rejects.toThrow('broke off');
});

test('a download that meets a newer preparation is told to wait for it, not that we are broken', async () => {
  const bearer = await bearerOf();
  await start(bearer);
  await runJobs();
  let answer: ReturnType<typeof askForExport> | undefined;
  await services.transaction(async (tx) => {
    // The export has been found, but its pieces can't be read yet.
    await tx.execute(sql`lock table data_export_pieces in access exclusive mode`);
    answer = askForExport(app, bearer);
    const isWaiting = async () => {
      const { rows } = await services.db.execute(sql`
        select from pg_locks where relation = 'data_export_pieces'::regclass and not granted`);
      return rows.length > 0;
    };
    await expect.poll(isWaiting).toBe(true);
    await tx.delete(dataExports);
  });
  const said = await answer!;
  expect([said.status, (await said.json()).code]).toEqual([409, 'export_not_prepared']);
});

test('a newer one takes the place of what is ready where it is asked for, five times an hour', async () => {
  const bearer = await bearerOf();
  for (let times = 0; times < LIMITS.exportAccount.max; times += 1) {
    expect(dataOf(await start(bearer))).toMatchObject({ state: 'making' });
    await services.db.update(dataExports).set({ state: 'ready' });
  }
  expect(refusalOf(await start(bearer))).toBe('too_often');
  expect(await exportRows()).toHaveLength(1);
  await services.db.execute(sql`delete from rate_limits`);
  const kept = await api.call(prepareExport, { password: DEMO_PASSWORD }, { bearer });
  expect(dataOf(kept)).toMatchObject({ state: 'ready' });
});

test('nobody sees another’s, and guests see none', async () => {
  await start(await bearerOf());
  await runJobs();
  const { access } = await api.signIn('jonas');
  expect(await stateOf(access)).toMatchObject({ state: 'none' });
  expect((await exportOf(app, access)).rowsOf('profile')).toMatchObject([{ username: 'jonas' }]);
  expect(refusalOf(await api.call(getPreparation, {}))).toBe('no_session');
  expect(refusalOf(await api.call(prepareExport, { password: DEMO_PASSWORD }))).toBe('no_session');
});

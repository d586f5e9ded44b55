import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { requestWithdrawal } from '#contracts/finance.ts';
import { toApiRequest } from '#contracts/call.ts';
import { markRead } from '#contracts/feed.ts';
import { getPartner } from '#contracts/partner.ts';
import { getTeamMember } from '#contracts/team.ts';
import { createApp } from '#server/http/calls/app.ts';
import { systemClock } from '#server/base/clock.ts';
import { readConfig } from '#server/base/config.ts';
import { connect } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { openReplica, type Replica } from '#server/db/replica.ts';
import { inProcess } from '#server/http/calls/transport.ts';
import { deriveSecrets } from '#server/base/secrets.ts';
import { CAST } from '#server/operator/seed/cast.ts';
import { seedEmptyDemo } from '#server/operator/seed/index.ts';
import type { Services } from '#server/api/services.ts';
import { afterwards } from '../../support/afterwards.ts';
import { type Api, apiOf, dataOf, newAddress } from '../../support/app/api.ts';
import { giveMoney, moneyCall, signInWithPin, WALLET } from '../../support/people/money.ts';
import { NO_NODE, noNode } from '../../support/world/node.ts';
import { SESSION_SECRET } from '../../support/app/services.ts';
import { openPair } from '../../support/db/standby.ts';

/** Lag that no test reaches, unless it sets another limit. */
const PATIENT_MS = 600_000;

const { primary, standby, close } = await openPair();
const opened: (() => Promise<void>)[] = [];
let logged: Record<string, unknown>[] = [];
let services: Services;
let bearer: string;

beforeAll(async () => {
  const url = primary.databaseUrl;
  await migrateDatabase(url);
  const database = connect(url);
  opened.push(database.close);
  const config = readConfig({ DATABASE_URL: url, SESSION_SECRET, ...NO_NODE });
  const log: Services['log'] = (_, __, fields) => fields && 'isUsed' in fields && logged.push(fields);
  services = { ...database, clock: systemClock, config, secrets: deriveSecrets([SESSION_SECRET]), log, node: noNode() };
  await seedEmptyDemo(services, CAST);
  bearer = await signInWithPin(apiOf(createApp(services)), 'anna');
  await giveMoney(services, 'anna', 500_000_000n);
});

beforeEach(async () => {
  logged = [];
  await services.db.execute('delete from member_writes');
  await rename('Older');
  await caughtUp();
});

afterwards(async () => {
  for (const end of opened.toReversed()) await end();
  await close();
});

/** Resolves once the replica is in use. */
async function openApp(
  lagLimitMs = PATIENT_MS,
): Promise<{ api: Api; replica: Replica; app: ReturnType<typeof createApp> }> {
  const replica = openReplica(standby.databaseUrl, services, { lagLimitMs });
  onTestFinished(() => replica.close());
  await expect.poll(() => logged.at(-1)).toMatchObject({ isUsed: true });
  const app = createApp({ ...services, replica });
  return { api: apiOf(app), replica, app };
}

async function rename(name: string): Promise<void> {
  await primary.query(`update members set name = '${name}' where username in ('anna', 'ivan')`);
}

async function caughtUp(): Promise<void> {
  const [row] = await primary.query('select pg_current_wal_flush_lsn() as lsn');
  await expect
    .poll(() => standby.query(`select pg_last_wal_replay_lsn() >= '${String(row?.['lsn'])}' as is_there`))
    .toEqual([{ is_there: true }]);
}

/** Pauses the standby until the end of the test, while the primary continues. */
async function hold(): Promise<void> {
  onTestFinished(() => goOn());
  await standby.query('select pg_wal_replay_pause()');
  await expect
    .poll(() => standby.query('select pg_get_wal_replay_pause_state() as state'))
    .toEqual([{ state: 'paused' }]);
  await rename('Newer');
}

const goOn = async () => void (await standby.query('select pg_wal_replay_resume()'));

async function nameOfIvan(api: Api): Promise<string | null> {
  return dataOf(await api.call(getTeamMember, { username: 'ivan' }, { bearer })).name;
}

test('what may be a moment old is read from the replica, and by who asks for the newest from the primary', async () => {
  const { api, app } = await openApp();
  await hold();
  expect(await nameOfIvan(api)).toBe('Older');
  const asked = toApiRequest(getTeamMember, { username: 'ivan' }, 'en');
  const headers = { ...asked.headers, authorization: `Bearer ${bearer}`, 'cache-control': 'no-cache' };
  const { text } = await inProcess(app)({ ...asked, headers }, { address: '', userAgent: '', requestId: '' });
  expect(JSON.parse(text)).toMatchObject({ name: 'Newer' });
});

test('guests read a partner page from the replica, and a member who is signed in from the primary', async () => {
  const { api } = await openApp();
  await hold();
  const ask = async (who: { bearer?: string }) =>
    dataOf(await api.call(getPartner, { ref: 'anna' }, { ...who, address: newAddress() }));
  expect(await ask({})).toMatchObject({ name: 'Older' });
  expect(await ask({ bearer })).toMatchObject({ name: 'Newer' });
});

test('whoever has just written reads what they wrote, in every process', async () => {
  const [one, other] = [await openApp(), await openApp()];
  await hold();
  dataOf(await one.api.call(markRead, { all: true }, { bearer }));
  expect(await nameOfIvan(one.api)).toBe('Newer');
  expect(await nameOfIvan(other.api)).toBe('Newer');
});

test('money, and what is done for a member by a job, counts as written by them', async () => {
  const { api, replica } = await openApp();
  await hold();
  const order = { destination: WALLET, amount: '10.00', pin: '4826' };
  dataOf(await moneyCall(api, requestWithdrawal, order, { bearer }));
  expect(await nameOfIvan(api)).toBe('Newer');
  await services.db.execute('delete from member_writes');
  expect(await nameOfIvan(api)).toBe('Older');
  const [anna] = await primary.query(`select id from members where username = 'anna'`);
  await replica.noteWrite(Number(anna?.['id']));
  expect(await nameOfIvan(api)).toBe('Newer');
});

test('a replica that stays behind is not asked, until it has caught up', async () => {
  const { api, replica } = await openApp(2_000);
  expect(replica.lagSeconds()).toBeLessThan(2);
  await hold();
  await expect.poll(() => logged.at(-1)).toMatchObject({ isUsed: false, isReached: true });
  expect(replica.lagSeconds()).toBeGreaterThan(2);
  expect(await nameOfIvan(api)).toBe('Newer');
  await goOn();
  await expect.poll(() => logged.at(-1)).toMatchObject({ isUsed: true });
  expect(replica.lagSeconds()).toBeLessThan(2);
});

test('one that is gone costs nobody their answer, and is asked again when it is back', async () => {
  const { api } = await openApp();
  onTestFinished(() => standby.start());
  await standby.kill();
  const answers = await Promise.all(Array.from({ length: 20 }, () => nameOfIvan(api)));
  expect(new Set(answers)).toEqual(new Set(['Older']));
  await expect.poll(() => logged.at(-1)).toMatchObject({ isUsed: false, isReached: false });
  await standby.start();
  await expect.poll(() => logged.at(-1), { timeout: 20_000 }).toMatchObject({ isUsed: true });
});

test('one that has been promoted is a primary of its own, and not asked', async () => {
  const { api } = await openApp();
  await standby.query('select pg_promote()');
  await expect.poll(() => logged.at(-1)).toMatchObject({ isUsed: false, isReached: false });
  await rename('Newer');
  expect(await nameOfIvan(api)).toBe('Newer');
});

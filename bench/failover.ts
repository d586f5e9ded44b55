import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '#server/base/clock.ts';
import { readConfig } from '#server/base/config.ts';
import { connect } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { nodeAddress, openNode } from '#server/node/index.ts';
import { deriveSecrets } from '#server/base/secrets.ts';
import { seedEmptyDemo } from '#server/operator/seed/index.ts';
import type { Services } from '#server/api/services.ts';
import { openAddress } from '../tests/support/db/address.ts';
import { peopleBelow } from '../tests/support/people/people.ts';
import { silentLog } from '../tests/support/app/silent-log.ts';
import { openPair, type Server } from '../tests/support/db/standby.ts';
import { startApp } from './app.ts';
import { SECRET } from './bench-server.ts';
import { PAGE_OWNER } from '#domain/page-owner.ts';
import { openVisitors, type Visitor } from '../tests/support/browser/visitors.ts';

/**
 * Kills the primary under load, promotes its synchronous standby and moves the address to it. Later the killed primary
 * comes back. Two processes of the built app are in front.
 */
const PEOPLE = 100;
const RATES = { pages: 5, reads: 10, withdrawals: 4 };
const SECONDS = { before: 8, withoutPrimary: 3, after: 15, oldPrimary: 5, last: 8 };
const PAGES = ['profile', 'team', 'finance', 'feed'].map((page) => `/ru/dashboard/${page}`);
const READS = ['team/totals/', 'finance/balance/', 'feed/', 'team/'].map((path) => `/api/${path}`);

/** A node that can't be reached, so payouts wait. */
const NO_NODE = { QPAYMENTS_URL: 'http://127.0.0.1:9', QPAYMENTS_SECRET: 'x'.repeat(32) };

type Kind = keyof typeof RATES;
type Sent = { kind: Kind; second: number; status: string; ms: number; uid?: string; who: Visitor };

const began = performance.now();
const second = () => Math.floor((performance.now() - began) / 1000);
const events: string[] = [];
const note = (words: string) => {
  events.push(`| ${((performance.now() - began) / 1000).toFixed(1)} s | ${words} |`);
  console.log(events.at(-1));
};

const { primary, standby, close } = await openPair();
await primary.query(`alter system set synchronous_standby_names = 'standby'`);
await primary.query('select pg_reload_conf()');
await migrateDatabase(primary.databaseUrl);
const members = peopleBelow('anna', PEOPLE, Math.random);
const first = servicesOn(primary);
await seedEmptyDemo(first, members);
const people = await openVisitors(
  first,
  members.slice(-PEOPLE).map(({ username }) => username),
);
await first.close();
const address = await openAddress(primary.databaseUrl);
const app = await startApp({
  DATABASE_URL: address.databaseUrl,
  SESSION_SECRET: SECRET,
  WEB_PROCESSES: '2',
  TRUSTED_PROXY_HOPS: '1',
  EVENT_LOOP_LAG_MS: '3600000',
  ...NO_NODE,
});
note(`two processes serve ${PEOPLE} people; standby is ${String((await syncState())[0]?.['sync_state'])}`);

const sent: Sent[] = [];
const underWay = new Set<Promise<unknown>>();
const timers = (Object.keys(RATES) as Kind[]).map((kind) => {
  let turn = 0;
  return setInterval(() => {
    const asking = ask(kind, people[turn++ % people.length]!, turn).then((one) => sent.push(one));
    underWay.add(asking);
    void asking.finally(() => underWay.delete(asking));
  }, 1000 / RATES[kind]);
});

await delay(SECONDS.before * 1000);
await primary.kill();
const killedAt = second();
note('the primary is killed (SIGKILL to each of its processes)');
await delay(SECONDS.withoutPrimary * 1000);
await standby.query('select pg_promote()');
address.leadTo(standby.databaseUrl);
address.cut();
const promotedAt = second();
const promotedTime = new Date().toISOString();
note('the standby is promoted and the address leads to it');
await delay(SECONDS.after * 1000);

await primary.start();
// No standby is left, so every commit would wait, and wrong writes to this server would stay unseen.
await primary.query('alter system reset synchronous_standby_names');
await primary.query('select pg_reload_conf()');
const atOld = await countRows(primary);
address.leadTo(primary.databaseUrl);
address.cut();
const oldAt = second();
note('the killed primary is back, takes writes, and the address leads to it by mistake');
await delay(SECONDS.oldPrimary * 1000);
const wroteAtOld = (await countRows(primary)) - atOld;
address.leadTo(standby.databaseUrl);
address.cut();
const rightAt = second();
note('the address leads to the new primary again');
await delay(SECONDS.last * 1000);
for (const timer of timers) clearInterval(timer);
await Promise.all(underWay);
const endedAt = second();

const answered = sent.filter(({ kind, status }) => kind === 'withdrawals' && status === '201');
const unanswered = sent.filter(({ kind, status }) => kind === 'withdrawals' && status !== '201');
const found = new Set((await standby.query('select key from kept_answers')).map(({ key }) => String(key)));
const lost = answered.filter(({ uid }) => !found.has(uid!));
const writtenUnanswered = unanswered.filter(({ uid }) => found.has(uid!));
const repeated = await Promise.all(unanswered.map(({ who, uid }) => withdraw(who, uid!)));
const [mailbox] = await standby.query(
  `select count(*)::integer as count, count(*) filter (where received_at > '${promotedTime}')::integer as later from mailbox`,
);
const rows = await countRows(standby);
const services = servicesOn(standby);
const { findings } = await verifyLedger(services, {});
await services.close();
await app.stop();
await address.close();
await close();

table(
  'Errors by second',
  ['second', 'sent', ...Object.keys(RATES).map((kind) => `${kind} failed`), 'statuses'],
  bySecond(),
);
const periods = [
  ['before', 0, killedAt],
  ['no primary', killedAt, promotedAt],
  ['first 10 s after the promotion', promotedAt, promotedAt + 10],
  ['after those', promotedAt + 10, oldAt],
  ['address at the replaced primary', oldAt, rightAt],
  ['after', rightAt, endedAt + 1],
] as const;
table(
  'Periods',
  ['period', 'sent', 'failed', 'last failure, seconds into it'],
  periods.map(([name, from, to]) => {
    const all = sent.filter((one) => one.second >= from && one.second < to);
    const failed = all.filter(isFailed);
    return [name, all.length, failed.length, failed.length ? Math.max(...failed.map((one) => one.second)) - from : ''];
  }),
);
table(
  'Money',
  ['what', 'count'],
  [
    ['withdrawals answered 201', answered.length],
    ['of those not on the new primary', lost.length],
    ['withdrawals without an answer', unanswered.length],
    ['of those written all the same', writtenUnanswered.length],
    ['repeated with the same uid, answered 201', repeated.filter((status) => status === '201').length],
    ['withdrawals in the table at the end', rows],
    ['written at the replaced primary', wroteAtOld],
    ['e-mails written by jobs, of those after the promotion', `${mailbox?.['count']}, ${mailbox?.['later']}`],
    ['findings of ledger verify on the new primary', findings.length],
  ],
);
const isGood =
  lost.length === 0 &&
  wroteAtOld === 0 &&
  findings.length === 0 &&
  rows === answered.length + repeated.filter((status) => status === '201').length;
console.log(isGood ? '\nNothing was lost.' : '\nSOMETHING IS WRONG.');
process.exitCode = isGood ? 0 : 1;

async function ask(kind: Kind, who: Visitor, turn: number): Promise<Sent> {
  const at = { kind, who, second: second() };
  const start = performance.now();
  const uid = randomUUID();
  const path = kind === 'pages' ? PAGES[turn % PAGES.length]! : READS[turn % READS.length]!;
  const status = await (kind === 'withdrawals' ? withdraw(who, uid) : fetched(path, who));
  return { ...at, status, ms: performance.now() - start, ...(kind === 'withdrawals' && { uid }) };
}

function withdraw(who: Visitor, uid: string): Promise<string> {
  const headers = {
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
    [PAGE_OWNER]: who.owner,
    etag: `"${uid}"`,
  };
  return fetched('/api/finance/withdrawals/', who, { method: 'POST', headers, body: who.order });
}

async function fetched(path: string, who: Visitor, init: RequestInit = {}): Promise<string> {
  const headers = { cookie: who.cookie, 'x-forwarded-for': who.address, ...init.headers };
  try {
    const answer = await fetch(app.origin + path, { ...init, headers, redirect: 'manual' });
    await answer.arrayBuffer();
    return String(answer.status);
  } catch (error) {
    return (error as { cause?: { code?: string } }).cause?.code ?? 'broken';
  }
}

function isFailed({ status }: Sent): boolean {
  return status !== '200' && status !== '201';
}

function bySecond(): (string | number)[][] {
  return Array.from({ length: endedAt + 1 }, (_, at) => {
    const all = sent.filter((one) => one.second === at);
    const failed = all.filter(isFailed);
    const kinds = (Object.keys(RATES) as Kind[]).map((kind) => failed.filter((one) => one.kind === kind).length);
    return [at, all.length, ...kinds, [...new Set(failed.map(({ status }) => status))].join(' ')];
  }).filter(([, count]) => count);
}

function table(title: string, heads: string[], lines: (string | number)[][]): void {
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  console.log(`\n${title}\n\n${[row(heads), row(heads.map(() => '---')), ...lines.map(row)].join('\n')}`);
}

async function countRows(server: Server): Promise<number> {
  const [row] = await server.query('select count(*)::integer as count from withdrawals');
  return Number(row?.['count']);
}

function syncState() {
  return primary.query('select sync_state from pg_stat_replication');
}

function servicesOn({ databaseUrl }: Server): Services {
  const config = readConfig({ DATABASE_URL: databaseUrl, SESSION_SECRET: SECRET, ...NO_NODE });
  const database = connect(databaseUrl, 4);
  const secrets = deriveSecrets([SECRET]);
  const node = openNode(nodeAddress(config, secrets));
  return { ...database, clock: systemClock, config, secrets, log: silentLog, node };
}

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { openSession } from '#server/members/auth/session/index.ts';
import { systemClock } from '#server/base/clock.ts';
import { seedEmptyDemo } from '#server/operator/seed/index.ts';
import { newAddress } from '../support/app/api.ts';
import { openCopy } from '../support/processes/copy.ts';
import { everyday } from '../support/everyday.ts';
import type { LineFault } from '../support/db/faulty-line.ts';
import { openLine } from '../support/db/line.ts';
import { peopleBelow } from '../support/people/people.ts';
import { freshDatabase, SESSION_SECRET } from '../support/app/services.ts';
import { openTestSite } from '../support/app/site.ts';
import { memberOf } from '../support/app/stage.ts';
import { openVisitors } from '../support/browser/visitors.ts';
import { type Answer, ask, type Ask } from './ask.ts';

vi.setConfig({ testTimeout: 120_000 });

const ALL: LineFault[] = [
  { kind: 'silence' },
  { kind: 'silence', direction: 'back' },
  { kind: 'silence', direction: 'there' },
  { kind: 'down' },
  { kind: 'cut', everyMs: 200 },
  { kind: 'slices', bytes: 3 },
  { kind: 'latency', ms: 300 },
  { kind: 'latency', ms: 2_000, direction: 'back' },
];
const FAULTS = everyday(ALL.slice(0, 1), ALL);
const LASTS_MS = everyday(2_000, 15_000);
const AT_ONCE = 16;
/** Limits beyond which a member would call Atrium broken. Measured times are printed; the goals are 5 and 10 s. */
const LIMITS_MS = { answer: 15_000, recovery: 60_000 };

const people = peopleBelow('anna', AT_ONCE, Math.random);
const databaseUrl = await freshDatabase();
const services = openCopy(databaseUrl, SESSION_SECRET);
await seedEmptyDemo({ ...services, clock: systemClock }, people);
const usernames = people.slice(-AT_ONCE).map(({ username }) => username);
const orders = await openVisitors(services, usernames);
const bearers = await Promise.all(
  usernames.map(async (username) => {
    const tokens = await openSession(services, await memberOf({ services }, username), { address: '', userAgent: '' });
    return tokens?.access ?? '';
  }),
);
await services.close();
const line = await openLine(databaseUrl);
const { port } = await openTestSite({
  env: { DATABASE_URL: line.databaseUrl, TRUSTED_PROXY_HOPS: '1', RUN_JOBS: 'false', EVENT_LOOP_LAG_MS: '2000' },
});

/** Requests of a member and a guest: reads, a page, and writes. */
function questionsOf(member: number): Omit<Ask, 'address'>[] {
  const bearer = bearers[member] ?? '';
  return [
    { path: '/api/users/profile/', bearer },
    { path: '/api/team/totals/', bearer },
    { path: '/api/partners/anna/' },
    { path: '/en/partnerlink/anna' },
    { path: '/api/finance/withdrawals/', bearer, uid: randomUUID(), body: JSON.parse(orders[member]?.order ?? '') },
    { path: '/api/support/', bearer, uid: randomUUID(), body: { topic: 'other', message: 'Is anybody there?' } },
  ];
}

const askOne = (question: Omit<Ask, 'address'>) => ask(port, { ...question, address: newAddress() });

async function askAll(): Promise<Answer[]> {
  const members = usernames.map(async (_, member) => {
    const answers: Answer[] = [];
    for (const question of questionsOf(member).slice(0, 4)) answers.push(await askOne(question));
    return answers;
  });
  return (await Promise.all(members)).flat();
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

test.each(FAULTS)('a line to PostgreSQL with %o: answered in time or told 503, and whole again', async (fault) => {
  await askAll();
  await line.begin(fault);
  const answers: Answer[] = [];
  let isOver = false;
  const asking = usernames.map(async (_, member) => {
    for (let turn = member; !isOver; turn += 1) {
      const questions = questionsOf(member);
      answers.push(await askOne(questions[turn % questions.length]!));
    }
  });
  await delay(LASTS_MS);
  isOver = true;
  await Promise.all(asking);
  const healedMs = Date.now();
  await line.heal();
  const isWhole = async () => new Set((await askAll()).map(({ status }) => status));
  await expect.poll(isWhole, { timeout: LIMITS_MS.recovery, interval: 50 }).toEqual(new Set([200]));

  const recoveryMs = Date.now() - healedMs;
  const slowestMs = Math.max(...answers.map(({ tookMs }) => tookMs));
  const counts = Object.entries(Object.groupBy(answers, ({ status }) => status)).map(
    ([status, list]) => `${status}: ${list?.length}`,
  );
  console.log(
    `${JSON.stringify(fault)}: slowest answer ${seconds(slowestMs)}, whole again ${seconds(recoveryMs)}; ${counts.join(', ')}`,
  );
  // Each member may make five withdrawals and five support requests per hour.
  expect([200, 201, 429, 503]).toEqual(expect.arrayContaining([...new Set(answers.map(({ status }) => status))]));
  expect(slowestMs).toBeLessThan(LIMITS_MS.answer);
});

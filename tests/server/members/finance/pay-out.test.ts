import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { getBalance, getWithdrawal, requestWithdrawal, type Withdrawal } from '#contracts/finance.ts';
import { type Language, LANGUAGES } from '#domain/languages.ts';
import { payOut, sweepPayouts } from '#server/members/finance/index.ts';
import { type NodeClient, openNode } from '#server/node/index.ts';
import { apiOf, dataOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { DEMO_PIN, giveMoney, moneyCall, signInWithPin, WALLET } from '../../../support/people/money.ts';
import { NODE_SECRET, noNode, openTestNode } from '../../../support/world/node.ts';

const testNode = await openTestNode();
const logged: Record<string, unknown>[] = [];
const testServices = await createTestServices({
  node: testNode.node,
  log: (level, event, fields) => void logged.push({ level, event, ...fields }),
});
const { services, clock } = testServices;
const api = apiOf(testServices.app);
await signInWithPin(api, 'ivan');
await giveMoney(services, 'ivan', 1_000_000_000n);

let bearer: string;

/** Each test is on another day and begins with a healthy node. */
beforeEach(async () => {
  clock.advance(24 * 60 * 60);
  testNode.state.turn({ failureMode: 'well', delayMs: 0, rejectsNext: false, holdsPayouts: false });
  logged.length = 0;
  bearer = (await api.signIn('ivan')).access;
});

/** Requests a withdrawal; up to 100 it needs no approval. */
async function ask(amount = '20.00'): Promise<Withdrawal> {
  const order = { destination: WALLET, amount, pin: DEMO_PIN };
  return dataOf(await moneyCall(api, requestWithdrawal, order, { bearer }));
}

const see = async (id: string, language: Language = 'en') =>
  dataOf(await api.call(getWithdrawal, { id }, { bearer, language }));

async function money(): Promise<{ available: number; held: number }> {
  const { available, held } = dataOf(await api.call(getBalance, {}, { bearer }));
  return { available: Number(available), held: Number(held) };
}

/** The node's record of this payout. */
const atNode = (id: string) => testNode.state.list().find(({ payout }) => payout.id === id);

/** Runs deferred jobs now. */
async function later(): Promise<void> {
  await services.db.execute(sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`);
  await testServices.runJobs();
}

async function jobsOf(id: string): Promise<{ in_seconds: number }[]> {
  const { rows } = await services.db.execute<{ in_seconds: number }>(sql`
    select round(extract(epoch from run_at - ${clock.now().toISOString()}::timestamptz))::int as in_seconds
    from graphile_worker.jobs where key = ${`pay-out:${id}`} and attempts < max_attempts`);
  return rows;
}

test('a small withdrawal is sent without anybody, less the fee, and what was held has left', async () => {
  const before = await money();
  const { id, state } = await ask('20.00');
  expect(state).toBe('approved');
  await testServices.runJobs();
  const done = await see(id);
  expect(done.steps.map((step) => [step.state, step.actor])).toEqual([
    ['requested', 'member'],
    ['approved', 'platform'],
    ['sending', 'platform'],
    ['completed', 'node'],
  ]);
  expect(atNode(id)).toMatchObject({
    payout: { amount: done.arrives, destination: WALLET, network: 'trc20', state: 'sent' },
    created: 1,
    read: 0,
  });
  expect(await money()).toEqual({ available: before.available - 20, held: before.held });
  expect(await jobsOf(id)).toEqual([]);
});

test('a large withdrawal is not sent before somebody has approved it', async () => {
  const { id } = await ask('150.00');
  await testServices.runJobs();
  await payOut(services, { withdrawalId: id });
  expect(await see(id)).toMatchObject({ state: 'requested' });
  expect(atNode(id)).toBeUndefined();
});

test('a job that comes again after the end does nothing, and neither does one for what is not there', async () => {
  const { id } = await ask();
  await testServices.runJobs();
  const [before, seen] = [await money(), await see(id)];
  await payOut(services, { withdrawalId: id });
  await payOut(services, { withdrawalId: 'c0ffee00-0000-4000-8000-000000000000' });
  await payOut(services, { withdrawalId: 'nonsense' });
  expect(await see(id)).toEqual(seen);
  expect(await money()).toEqual(before);
  expect(atNode(id)).toMatchObject({ created: 1 });
});

test.each(['silent', 'nonsense', 'gigabyte'] as const)(
  'a node that does its work and is then %s has sent once: it is asked, not told again',
  async (failureMode) => {
    const before = await money();
    testNode.state.turn({ failureMode });
    const { id } = await ask();
    await testServices.runJobs();
    expect(await see(id)).toMatchObject({ state: 'sending' });
    expect(logged).toContainEqual(expect.objectContaining({ event: 'payout', withdrawalId: id, state: 'unknown' }));
    testNode.state.turn({ failureMode: 'well' });
    await later();
    expect(await see(id)).toMatchObject({ state: 'completed' });
    expect(atNode(id)).toMatchObject({ payout: { state: 'sent' }, created: 1 });
    expect(await money()).toEqual({ available: before.available - 20, held: before.held });
  },
);

test('a line that breaks once, behind the order, is made good in the same run', async () => {
  const { id } = await ask();
  const cutOnce: NodeClient = {
    ...testNode.node,
    async createPayout(order) {
      await testNode.node.createPayout(order);
      return { state: 'unknown', because: 'cut' };
    },
  };
  await payOut({ ...services, node: cutOnce }, { withdrawalId: id });
  expect(await see(id)).toMatchObject({ state: 'completed' });
  expect(atNode(id)).toMatchObject({ created: 1, read: 1 });
});

test.each(['down', 'redirect'] as const)(
  'while the node is %s the money stays held, the looks get rarer, and then it is sent once',
  async (failureMode) => {
    const before = await money();
    testNode.state.turn({ failureMode });
    const { id } = await ask();
    await testServices.runJobs();
    const waits = [(await jobsOf(id))[0]?.in_seconds];
    for (const seconds of [60, 600, 6_000, 60_000]) {
      clock.advance(seconds);
      await later();
      waits.push((await jobsOf(id))[0]?.in_seconds);
    }
    expect(waits).toEqual([5, 15, 165, 600, 600]);
    bearer = (await api.signIn('ivan')).access;
    expect(await see(id)).toMatchObject({ state: 'sending' });
    expect(await money()).toEqual({ available: before.available - 20, held: before.held + 20 });

    testNode.state.turn({ failureMode: 'well' });
    await later();
    expect(await see(id)).toMatchObject({ state: 'completed' });
    expect(atNode(id)).toMatchObject({ payout: { state: 'sent' }, created: 1 });
  },
);

test('a node that has gone away altogether is waited for, over a restart of it', async () => {
  await testNode.stop();
  const { id } = await ask();
  await testServices.runJobs();
  expect(await see(id)).toMatchObject({ state: 'sending' });
  await testNode.start();
  await later();
  expect(await see(id)).toMatchObject({ state: 'completed' });
});

test('a slow node is asked again, under the same id', async () => {
  testNode.state.turn({ failureMode: 'slow', delayMs: 90 });
  const hasty = openNode({ url: testNode.url, secret: NODE_SECRET }, 30);
  const { id } = await ask();
  await payOut({ ...services, node: hasty }, { withdrawalId: id });
  expect(await see(id)).toMatchObject({ state: 'sending' });
  await later();
  expect(await see(id)).toMatchObject({ state: 'completed' });
  await expect.poll(() => atNode(id)?.created).toBe(1);
  expect(testNode.state.list().filter(({ payout }) => payout.id === id)).toHaveLength(1);
});

test('a person at the node lets us wait and sends it later', async () => {
  testNode.state.turn({ holdsPayouts: true });
  const { id } = await ask();
  await testServices.runJobs();
  await later();
  await later();
  expect(await see(id)).toMatchObject({ state: 'sending' });
  expect(await jobsOf(id)).toHaveLength(1);
  expect(logged.filter(({ level }) => level !== 'debug')).toEqual([]);
  testNode.state.send(id);
  await later();
  expect(await see(id)).toMatchObject({ state: 'completed' });
  expect(atNode(id)).toMatchObject({ created: 1 });
});

test.each(['at once', 'later'])(
  'what the node rejects %s comes back, with the reason in the reader’s language',
  async (when) => {
    const before = await money();
    testNode.state.turn(when === 'later' ? { holdsPayouts: true } : { rejectsNext: true });
    const { id } = await ask();
    await testServices.runJobs();
    testNode.state.reject(id);
    await later();
    expect(await see(id)).toMatchObject({ state: 'failed', reason: 'the payment service declined the payment' });
    expect(await money()).toEqual(before);
    const reasons = new Set<string | null>();
    for (const { segment } of LANGUAGES) reasons.add((await see(id, segment)).reason);
    expect(reasons.size).toBe(LANGUAGES.length);
    await payOut(services, { withdrawalId: id });
    expect(await money()).toEqual(before);
  },
);

test('eight jobs at once send once', async () => {
  const before = await money();
  const { id } = await ask();
  await Promise.all(Array.from({ length: 8 }, () => payOut(services, { withdrawalId: id })));
  expect(await see(id)).toMatchObject({ state: 'completed' });
  expect(testNode.state.list().filter(({ payout }) => payout.id === id)).toHaveLength(1);
  expect(await money()).toEqual({ available: before.available - 20, held: before.held });
});

test('no transaction is open while the node is asked', async () => {
  const { id } = await ask();
  let open: unknown;
  const looking: NodeClient = {
    ...testNode.node,
    async createPayout(order) {
      const { rows } = await services.db.execute(sql`
        select query from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
          and backend_type = 'client backend'`);
      open = rows;
      const [withdrawal] = (await services.db.execute(sql`select state from withdrawals where id = ${order.id}`)).rows;
      expect(withdrawal).toEqual({ state: 'sending' });
      return testNode.node.createPayout(order);
    },
  };
  await payOut({ ...services, node: looking }, { withdrawalId: id });
  expect(open).toEqual([]);
});

test('a withdrawal whose job is lost gets another; those that have one keep it', async () => {
  testNode.state.turn({ failureMode: 'down' });
  const ids = [(await ask()).id, (await ask()).id, (await ask()).id, (await ask()).id];
  const [lost = '', givenUp = '', killed = '', waiting = ''] = ids;
  await testServices.runJobs();
  const keyed = (id: string) => sql`key = ${`pay-out:${id}`}`;
  await services.db.execute(sql`delete from graphile_worker._private_jobs where ${keyed(lost)}`);
  await services.db.execute(
    sql`update graphile_worker._private_jobs set attempts = max_attempts where ${keyed(givenUp)}`,
  );
  await services.db.execute(sql`
    update graphile_worker._private_jobs set locked_at = now() - interval '5 minutes', locked_by = 'killed'
    where ${keyed(killed)}`);
  const before = await jobsOf(waiting);
  testNode.state.turn({ failureMode: 'well' });
  await sweepPayouts(services);
  await sweepPayouts(services);
  expect(await jobsOf(waiting)).toEqual(before);
  await testServices.runJobs();
  for (const id of [lost, givenUp, killed]) expect(await see(id)).toMatchObject({ state: 'completed' });
  expect(await see(waiting)).toMatchObject({ state: 'sending' });
  await sweepPayouts(services);
  expect(await Promise.all([lost, givenUp, killed].map(jobsOf))).toEqual([[], [], []]);
});

test('an app without a node holds the money and says in the log what is the matter', async () => {
  const { id } = await ask();
  await payOut({ ...services, node: noNode() }, { withdrawalId: id });
  expect(await see(id)).toMatchObject({ state: 'sending', reason: null });
  expect(JSON.stringify(logged)).toMatch(/ECONNREFUSED|fetch failed/);
  expect(JSON.stringify(logged)).not.toContain(NODE_SECRET);
  await later();
  expect(await see(id)).toMatchObject({ state: 'completed' });
});

test('somebody who looks has the node asked again, when its last answer is old', async () => {
  testNode.state.turn({ holdsPayouts: true });
  const { id } = await ask('20.00');
  await testServices.runJobs();
  clock.advance(40 * 60);
  await later();
  const [planned] = await jobsOf(id);
  expect(planned?.in_seconds).toBe(600);
  await services.db.execute(sql`update graphile_worker._private_jobs set created_at = now()`);
  await see(id);
  expect(await jobsOf(id), 'just asked').toEqual([planned]);
  await services.db.execute(sql`
    update graphile_worker._private_jobs set created_at = created_at - interval '10 seconds' where locked_at is null`);
  testNode.state.send(id);
  expect(await see(id)).toMatchObject({ state: 'sending' });
  expect(await jobsOf(id)).toEqual([{ in_seconds: 0 }]);
  await later();
  expect(await see(id)).toMatchObject({ state: 'completed' });
});

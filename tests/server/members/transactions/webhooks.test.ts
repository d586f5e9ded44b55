import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { places } from '#server/db/schema/index.ts';
import { sweepTransactions } from '#server/members/transactions/index.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { peopleBelow } from '../../../support/people/people.ts';
import { rawCall } from '../../../support/app/raw-call.ts';
import { eventAbout, signedWebhook } from '../../../support/world/webhook.ts';

const market = await openMarket({ people: peopleBelow('anna', 1, () => 0) });
const { app, services, state: simulator, clock, request, look, runJobs } = market;
const PLANS = ['turbo-1', 'licenses-1'];
const PATH = '/api/webhooks/qpayments/';

/** With a stopped clock, deferred jobs would be due again and again, without end. */
beforeEach(() => clock.advance(60));

/** Sends a webhook of the node; `eventId` is the id of the event. */
async function tell(body: string, rest: Parameters<typeof signedWebhook>[1] = {}) {
  const { status } = await rawCall(app, PATH, signedWebhook(body, { at: clock.now(), ...rest }));
  return status;
}
const placesOf = (id: string) => services.db.select().from(places).where(eq(places.transactionId, id));
const waitingJobs = async (id: string) => {
  const { rows } = await services.db.execute<{ count: number }>(sql`
    select count(*)::int as count from graphile_worker.jobs where key = ${`transaction:${id}`} and locked_at is null`);
  return rows[0]?.count;
};

test('a request reaches the node by itself, and a payment opens the place as soon as the node tells', async () => {
  const { id } = await request('anna', 'licenses-1');
  await runJobs();
  expect(simulator.findPaymentRequest(id)).toBeDefined();
  simulator.pay(id, { amount: '100.00' });
  expect(await tell(eventAbout(id))).toBe(200);
  await runJobs();
  expect(await placesOf(id)).toHaveLength(1);
});

test('a hundred webhooks at once, half of them with one name, have one effect', async () => {
  const { id } = await request('ivan', 'licenses-1');
  await look('ivan', id);
  simulator.pay(id, { amount: '100.00' });
  const told = await Promise.all(
    Array.from({ length: 100 }, (_, index) => tell(eventAbout(id), index % 2 ? { eventId: 'the-same' } : {})),
  );
  expect(new Set(told)).toEqual(new Set([200]));
  expect(await waitingJobs(id)).toBe(1);
  await runJobs();
  expect(await placesOf(id)).toHaveLength(1);
});

test('a webhook that comes while somebody looks is not put off by what they plan', async () => {
  const { id } = await request('p1', 'licenses-1');
  await look('p1', id);
  expect(await tell(eventAbout(id))).toBe(200);
  await look('p1', id);
  const { rows } = await services.db.execute<{ isDue: boolean }>(sql`
    select run_at <= now() as "isDue" from graphile_worker.jobs where key = ${`transaction:${id}`}`);
  expect(rows).toEqual([{ isDue: true }]);
});

test('late, early and out of order: what counts is what the node answers, not what it told', async () => {
  const { id } = await request('priya', 'licenses-1');
  expect(await tell(eventAbout(id))).toBe(200);
  await runJobs();
  simulator.pay(id, { amount: '60.00' });
  const first = eventAbout(id);
  simulator.pay(id, { amount: '40.00' });
  expect(await tell(eventAbout(id))).toBe(200);
  await runJobs();
  expect(await tell(first)).toBe(200);
  await runJobs();
  expect(await look('priya', id)).toMatchObject({ state: 'active', paid: '100.00' });
});

test.each([
  ['a week old', { at: new Date(Date.now() - 7 * 86_400_000) }],
  ['signed by somebody else', { secret: 'another secret, long enough to be one too' }],
])('%s: 401, and nobody looks', async (_, rest) => {
  const { id } = await market.buy('jonas', PLANS.pop() ?? '');
  await services.db.execute(sql`select graphile_worker.remove_job(${`transaction:${id}`})`);
  expect(await tell(eventAbout(id), rest)).toBe(401);
  expect(await waitingJobs(id)).toBe(0);
});

test.each([
  ['of nobody', eventAbout('00000000-0000-4000-8000-000000000000')],
  ['of no transaction', eventAbout('nonsense')],
  ['of another type', JSON.stringify({ type: 'node.updated', timestamp: '2026', data: { id: 'x', more: [1] } })],
])('an event %s is heard and let be', async (_, body) => {
  expect(await tell(body)).toBe(200);
});

test('without any webhook, and with its job lost, it is found by the sweep', async () => {
  const { id } = await request('marie', 'turbo-1');
  await look('marie', id);
  simulator.pay(id, { amount: '50.00' });
  await services.db.execute(sql`select graphile_worker.remove_job(${`transaction:${id}`})`);
  await sweepTransactions(services);
  expect(await waitingJobs(id)).toBe(0);
  clock.advance(600);
  await sweepTransactions(services);
  expect(await waitingJobs(id)).toBe(1);
  await runJobs();
  expect(await placesOf(id)).toHaveLength(1);
});

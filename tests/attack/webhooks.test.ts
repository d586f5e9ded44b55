import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { nodeEvent } from '#contracts/transactions.ts';
import { inProcess } from '#server/http/calls/transport.ts';
import { places } from '#server/db/schema/index.ts';
import { openMarket } from '../support/people/buy.ts';
import { openFrontOf } from '../support/app/handler.ts';
import { visit } from '../support/app/http.ts';
import { brokenInvariants } from '../support/db/invariants.ts';
import { eventAbout, signedWebhook } from '../support/world/webhook.ts';

const market = await openMarket();
const { services, clock, runJobs } = market;
const OTHER_SECRET = 'another secret, as long as the one of the node has';

/** With a stopped clock, deferred jobs would be due again and again, without end. */
beforeEach(() => clock.advance(Math.max(0, Math.ceil((Date.now() - clock.now().getTime()) / 1000) + 1)));

const placesOf = (id: string) => services.db.select().from(places).where(eq(places.transactionId, id));
type Webhook = ReturnType<typeof signedWebhook>;
const sign = (body: string, options: Parameters<typeof signedWebhook>[1] = {}) =>
  signedWebhook(body, { at: clock.now(), ...options });
const later = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);
const withHeader = (webhook: Webhook, name: string, value: string): Webhook => ({
  ...webhook,
  headers: { ...webhook.headers, [name]: value },
});

/** A purchase whose payment only the node knows so far. */
async function paid(username: string, plan = 'licenses-1'): Promise<string> {
  const { id } = await market.request(username, plan);
  await runJobs();
  const { missing } = await market.look(username, id);
  market.state.pay(id, { amount: missing });
  return id;
}

test('what somebody else could send has no effect', async () => {
  const id = await paid('anna');
  const good = sign(eventAbout(id));
  const signature = good.headers['webhook-signature']!;
  const tries: [string, Webhook][] = [
    ['without a signature', withHeader(good, 'webhook-signature', '')],
    ['with another secret', sign(eventAbout(id), { secret: OTHER_SECRET })],
    ['with the empty secret', sign(eventAbout(id), { secret: ' ' })],
    ['301 seconds old', sign(eventAbout(id), { at: later(-301) })],
    ['301 seconds early', sign(eventAbout(id), { at: later(301) })],
    [
      'made young',
      withHeader(sign(eventAbout(id), { at: later(-900) }), 'webhook-timestamp', good.headers['webhook-timestamp']!),
    ],
    ['by another name', withHeader(good, 'webhook-id', `event_${randomUUID()}`)],
    ['of another body', { ...good, body: eventAbout(randomUUID()) }],
    ['with a space more', { ...good, body: `${good.body} ` }],
    [
      'with its fields in another order',
      { ...good, body: JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(good.body)).toReversed())) },
    ],
    ['of version 2', withHeader(good, 'webhook-signature', signature.replace('v1', 'v2'))],
    ['of no version', withHeader(good, 'webhook-signature', signature.slice(3))],
    ['in capitals', withHeader(good, 'webhook-signature', signature.toUpperCase())],
    ['cut', withHeader(good, 'webhook-signature', signature.slice(0, -4))],
    [
      'in hex',
      withHeader(good, 'webhook-signature', `v1,${Buffer.from(signature.slice(3), 'base64').toString('hex')}`),
    ],
    ['of zeros', withHeader(good, 'webhook-signature', `v1,${'A'.repeat(43)}=`)],
    ['by comma', withHeader(good, 'webhook-signature', `v1,x,${signature}`)],
    [
      'with a name that moves the dot',
      withHeader(good, 'webhook-id', `${good.headers['webhook-id']}.${good.headers['webhook-timestamp']}`),
    ],
  ];
  const port = await openFrontOf(inProcess(market.app));
  for (const [how, webhook] of tries) {
    const { status, text } = await visit(port, nodeEvent.path, webhook);
    expect([status, JSON.parse(text).code], how).toEqual([401, 'signature_invalid']);
  }
  // A session, a key or cookies do not replace the signature.
  for (const headers of [
    { authorization: `Bearer ${await market.bearerOf('anna')}` },
    { cookie: 'access_token=x' },
  ] as Record<string, string>[]) {
    const { 'webhook-signature': _, ...unsigned } = good.headers;
    expect((await visit(port, nodeEvent.path, { ...good, headers: { ...unsigned, ...headers } })).status).toBe(401);
  }
  expect(await placesOf(id)).toEqual([]);
  await market.look('anna', id);
  expect(await placesOf(id)).toHaveLength(1);
});

test('a hundred copies at once, then again, late and out of order, are one place', async () => {
  const id = await paid('ivan', 'licenses-1');
  const port = await openFrontOf(inProcess(market.app));
  const copy = sign(eventAbout(id), { eventId: 'event_the-same' });
  const older = sign(eventAbout(id, later(-200)), { at: later(-200) });
  const answers = await Promise.all(Array.from({ length: 100 }, () => visit(port, nodeEvent.path, copy)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await runJobs();
  for (const webhook of [older, copy, sign(eventAbout(id)), older]) {
    expect((await visit(port, nodeEvent.path, webhook)).status).toBe(200);
    await runJobs();
  }
  expect(await placesOf(id)).toHaveLength(1);
});

test.each([
  '00000000-0000-4000-8000-000000000000',
  'x',
  '1',
  "' or true --",
  '../payouts/1',
  '%2e%2e%2f',
  '?x=y#z',
  'a'.repeat(64),
])('signed, about %o that is not there, it changes nothing', async (id) => {
  const port = await openFrontOf(inProcess(market.app));
  const before = await services.db.$count(places);
  for (const type of ['payment_request.changed', 'payout.changed', 'moon.rises']) {
    const { status } = await visit(port, nodeEvent.path, sign(JSON.stringify({ type, data: { id } })));
    expect([200, 404, 422]).toContain(status);
  }
  await runJobs();
  expect(await services.db.$count(places)).toBe(before);
});

test('what it says of itself, of amounts or states, counts for nothing: the node is asked', async () => {
  const { id } = await market.request('priya', 'licenses-1');
  await runJobs();
  const port = await openFrontOf(inProcess(market.app));
  const data = { id, state: 'paid', amount: '100.00', received: '100.00', payments: [{ amount: '100.00' }] };
  expect(
    (await visit(port, nodeEvent.path, sign(JSON.stringify({ type: 'payment_request.changed', data })))).status,
  ).toBe(200);
  await runJobs();
  expect(await placesOf(id)).toEqual([]);
});

test('and after all of it the ledger is sound', async () => {
  expect(await brokenInvariants(services.db)).toEqual([]);
});

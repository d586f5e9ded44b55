import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { nodeEvent } from '#contracts/transactions.ts';
import type { App } from '#server/http/calls/app.ts';
import { ALL_LANGUAGES } from '#domain/languages.ts';
import { route } from '#server/api/route.ts';
import { type ApiEnv, readLanguage, serveContract } from '#server/http/calls/serve-contract.ts';
import { inProcess, overHttp } from '#server/http/calls/transport.ts';
import { createHttpServer } from '#server/http/front/server.ts';
import { listenForTest, openFrontOf } from '../../support/app/handler.ts';
import { createTestServices } from '../../support/app/services.ts';
import { visit } from '../../support/app/http.ts';
import { openTestNode } from '../../support/world/node.ts';
import { paymentRequestOrder } from '../../support/world/orders.ts';
import { rawCall } from '../../support/app/raw-call.ts';
import { eventAbout, signedWebhook } from '../../support/world/webhook.ts';

const { services, clock } = await createTestServices();
const testNode = await openTestNode({ now: () => clock.now() });
const { path } = nodeEvent;
const MAX_BYTES = 64 * 1024;

/** An API with only the calls of the node; `heard` lists accepted events. */
function openApi() {
  const heard: string[] = [];
  const app: App = new Hono<ApiEnv>();
  const hearing = route(nodeEvent, async ({ data }) => {
    heard.push(data.id);
    return {};
  });
  app.use(readLanguage(ALL_LANGUAGES));
  app.post(path, (context) => serveContract(services, hearing, context));
  return { app, heard };
}

const sign = (body: string, options: Parameters<typeof signedWebhook>[1] = {}) =>
  signedWebhook(body, { at: clock.now(), ...options });

/** A signed event of exactly this many bytes. */
function eventOf(bytes: number): string {
  const event = JSON.parse(eventAbout('a')) as object;
  const bare = JSON.stringify({ ...event, more: '' });
  return JSON.stringify({ ...event, more: 'x'.repeat(bytes - bare.length) });
}

test('what the node has signed comes through, fields of tomorrow included', async () => {
  const { app, heard } = openApi();
  const body = JSON.stringify({ type: 'payment_request.moon', data: { id: 'a', phase: 1 }, more: true });
  expect(await rawCall(app, path, sign(body))).toMatchObject({ status: 200, body: {} });
  expect(heard).toEqual(['a']);
});

test('what it has not signed is refused before anybody looks into it', async () => {
  const { app, heard } = openApi();
  const unsigned = { method: 'POST', headers: { 'content-type': 'application/json' } };
  for (const init of [
    { ...unsigned, body: eventAbout('a') },
    { ...unsigned, body: 'no JSON' },
    { method: 'POST', headers: {}, body: 'x' },
    sign(eventAbout('a'), { secret: 'another secret, as long as the one of the node' }),
    { ...sign(eventAbout('a')), body: eventAbout('b') },
    sign(eventAbout('a'), { at: new Date(clock.now().getTime() - 301_000) }),
    { ...unsigned, headers: { ...unsigned.headers, authorization: 'Bearer x' }, body: eventAbout('a') },
  ]) {
    expect(await rawCall(app, path, { ...init, headers: { ...init.headers, 'accept-language': 'en' } })).toMatchObject({
      status: 401,
      body: { code: 'signature_invalid', detail: 'The signature is invalid or too old. Sign the request again.' },
    });
  }
  expect(heard).toEqual([]);
});

test('what it has signed and makes no sense is refused like anybody’s', async () => {
  const { app, heard } = openApi();
  expect((await rawCall(app, path, sign('no JSON'))).status).toBe(400);
  expect((await rawCall(app, path, sign('{"data":{"id":"a"}}'))).status).toBe(422);
  const asText = sign(eventAbout('a'), { headers: { 'content-type': 'text/plain' } });
  expect((await rawCall(app, path, asText)).status).toBe(415);
  expect(heard).toEqual([]);
});

const ways: [string, (app: App) => Promise<number>][] = [
  ['in Atrium', (app) => openFrontOf(inProcess(app))],
  [
    'over http',
    async (app) => {
      const api = await listenForTest(createHttpServer(app.fetch as never, { trustedProxyHops: 0 }));
      return openFrontOf(overHttp(`http://127.0.0.1:${api}`));
    },
  ],
];

test.each(ways)('%s the front lets the node in, which is no browser and has no cookies', async (_, openFront) => {
  const { app, heard } = openApi();
  const port = await openFront(app);
  expect(await visit(port, path, sign(eventAbout('Zoë, 数')))).toMatchObject({ status: 200, text: '{}' });
  expect((await visit(port, path, { ...sign(eventAbout('a')), body: eventAbout('b') })).status).toBe(401);
  const cookies = { access_token: 'x', refresh_token: 'y' };
  const fromBrowser = await visit(port, path, { ...sign('x', { secret: 'wrong' }), cookies });
  expect(fromBrowser).toMatchObject({ status: 401, cookies: [] });
  expect(heard).toEqual(['Zoë, 数']);
});

test('a body may have 64 kB, and headers no more than Node takes', async () => {
  const { app, heard } = openApi();
  const port = await openFrontOf(inProcess(app));
  expect((await visit(port, path, sign(eventOf(MAX_BYTES)))).status).toBe(200);
  expect((await visit(port, path, sign(eventOf(MAX_BYTES + 1)))).status).toBe(413);
  const chunked = { headers: { 'transfer-encoding': 'chunked' } };
  expect((await visit(port, path, sign(eventOf(MAX_BYTES + 1), chunked))).status).toBe(413);
  const huge = { headers: { 'webhook-signature': 'v1,'.repeat(10_000) } };
  expect((await visit(port, path, sign(eventAbout('a'), huge))).status).toBe(431);
  expect(heard).toEqual(['a']);
});

test('the simulator’s own webhooks find the app and are taken', async () => {
  const { app, heard } = openApi();
  const port = await openFrontOf(inProcess(app));
  testNode.webhooks.sendTo(`http://127.0.0.1:${port}${path}`);
  const order = paymentRequestOrder();
  await testNode.node.requestPayment(order);
  testNode.state.pay(order.id, { amount: '100.00' });
  await testNode.webhooks.settled();
  expect(heard).toEqual([order.id]);
  expect(testNode.webhooks.list()[0]).toMatchObject({ state: 'taken', tries: 1 });
});

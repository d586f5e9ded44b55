import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { webhookKey, webhookSignature } from '#server/node/contract.ts';
import { afterwards } from '../support/afterwards.ts';
import { visit } from '../support/app/http.ts';
import { NODE_SECRET, openTestNode } from '../support/world/node.ts';
import { paymentRequestOrder } from '../support/world/orders.ts';

const now = new Date('2026-11-23T10:00:00.500Z');
const testNode = await openTestNode({ now: () => now });

type Heard = { headers: IncomingMessage['headers']; body: string; about: string };
let heard: Heard[] = [];
let answer: (response: ServerResponse) => void;

/** An app that receives webhooks and answers as the test defines. */
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString('utf8');
  heard.push({ headers: request.headers, body, about: JSON.parse(body).data.id });
  answer(response);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
afterwards(() => {
  server.closeAllConnections();
  server.close();
});
const hookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook/`;

const take = (response: ServerResponse) => void response.end('{}');
const calm = { sendsWebhooks: true, sendsTwice: false, outOfOrder: false };

beforeEach(() => {
  heard = [];
  answer = take;
  testNode.webhooks.sendTo(hookUrl);
  testNode.state.turn(calm);
});

async function openRequest({ node } = testNode): Promise<string> {
  const order = paymentRequestOrder();
  expect(await node.requestPayment(order)).toMatchObject({ state: 'open' });
  return order.id;
}

async function pay(id: string): Promise<void> {
  testNode.state.pay(id, { amount: '10.00' });
  await testNode.webhooks.settled();
}

test('each change is told in the form of Standard Webhooks, and nothing of what it was', async () => {
  const order = paymentRequestOrder();
  await testNode.node.requestPayment(order);
  testNode.state.pay(order.id, { amount: '77.00', isConfirmed: false });
  testNode.state.confirm(order.id);
  testNode.state.confirm(order.id);
  await testNode.node.cancelPaymentRequest(order);
  await testNode.node.cancelPaymentRequest(order);
  await testNode.node.readPaymentRequest(order);
  await testNode.webhooks.settled();
  expect(heard).toHaveLength(3);
  expect(new Set(heard.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  for (const { headers, body } of heard) {
    expect(JSON.parse(body)).toEqual({
      type: 'payment_request.changed',
      timestamp: now.toISOString(),
      data: { id: order.id },
    });
    const id = String(headers['webhook-id']);
    const timestamp = String(headers['webhook-timestamp']);
    expect(timestamp).toBe(String(Math.floor(now.getTime() / 1000)));
    expect(headers['webhook-signature']).toBe(webhookSignature(webhookKey(NODE_SECRET), { id, timestamp }, body));
    expect(headers['content-type']).toBe('application/json');
    expect(headers).not.toHaveProperty('authorization');
  }
});

test('twice means the same one twice', async () => {
  const id = await openRequest();
  testNode.state.turn({ sendsTwice: true });
  await pay(id);
  expect(heard.map(({ about }) => about)).toEqual([id, id]);
  expect(heard[0]?.headers['webhook-id']).toBe(heard[1]?.headers['webhook-id']);
});

test('out of order one is held back and comes behind the next', async () => {
  const [first, second, third] = [await openRequest(), await openRequest(), await openRequest()];
  testNode.state.turn({ outOfOrder: true });
  await pay(first);
  expect(heard).toEqual([]);
  await pay(second);
  expect(heard.map(({ about }) => about)).toEqual([second, first]);
  await pay(third);
  testNode.state.turn({ outOfOrder: false });
  await pay(first);
  expect(heard.map(({ about }) => about)).toEqual([second, first, first, third]);
});

test('switched off it is quiet', async () => {
  const id = await openRequest();
  testNode.state.turn({ sendsWebhooks: false });
  await pay(id);
  expect(heard).toEqual([]);
});

test('what is not taken is tried again a few times, and its page says so', async () => {
  const id = await openRequest();
  const answers = [500, 302, 200];
  answer = (response) => void response.writeHead(answers[heard.length - 1] ?? 200, { location: hookUrl }).end();
  await pay(id);
  expect(heard).toHaveLength(3);
  expect(testNode.webhooks.list()[0]).toMatchObject({ state: 'taken', tries: 3, because: '' });
  answer = (response) => void response.writeHead(503).end();
  await pay(id);
  expect(heard).toHaveLength(6);
  const page = await visit(Number(new URL(testNode.url).port), '/');
  expect(page.text).toContain(`${id}: given up, try 3: answered with 503`);
});

test('that nobody is there is told as well', async () => {
  const id = await openRequest();
  testNode.webhooks.sendTo('http://127.0.0.1:9/');
  await pay(id);
  expect(testNode.webhooks.list()[0]).toMatchObject({ state: 'given up', because: 'fetch failed' });
});

test('nobody waits for it: while Atrium says nothing the simulator answers, and it stops at once', async () => {
  // A separate node, because other tests still need theirs.
  const stopped = await openTestNode();
  stopped.webhooks.sendTo(hookUrl);
  const id = await openRequest(stopped);
  const asked = Promise.withResolvers<void>();
  answer = () => asked.resolve();
  stopped.state.pay(id, { amount: '10.00' });
  await asked.promise;
  expect(await stopped.node.requestPayment(paymentRequestOrder())).toMatchObject({ state: 'open' });
  expect(stopped.webhooks.list()[0]).toMatchObject({ state: 'sending' });
  await stopped.stop();
  await stopped.webhooks.settled();
});

import { expect, test } from 'vitest';
import { openNode } from '#server/node/index.ts';
import { NODE_SECRET, openTestNode } from '../support/world/node.ts';
import { payoutOrder } from '../support/world/orders.ts';

const testNode = await openTestNode();
const { node, url } = testNode;
const unknown = { state: 'unknown', because: expect.any(String) };

const keptOf = (id: string) => testNode.state.list().find(({ payout }) => payout.id === id);
const post = (body: string, secret: string) =>
  fetch(`${url}/v1/payouts`, { method: 'POST', body, headers: { authorization: `Bearer ${secret}` } });

test('a payout is sent once, however often it is asked for', async () => {
  const order = payoutOrder();
  expect(await node.readPayout(order)).toEqual({ state: 'absent' });
  const answers = await Promise.all(Array.from({ length: 50 }, () => node.createPayout(order)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await node.readPayout(order)).toEqual({ state: 'sent', chainId: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(keptOf(order.id)).toMatchObject({ created: 50, read: 1 });
});

test('an id belongs to one order: with another amount or destination it is not taken', async () => {
  const order = payoutOrder();
  await node.createPayout(order);
  expect(await node.createPayout({ ...order, amount: '99.00' })).toEqual(unknown);
  expect(await node.readPayout({ ...order, destination: 'A1b2C3d4E5f6G7h8' })).toEqual(unknown);
  expect(keptOf(order.id)?.payout).toMatchObject({ amount: '12.50', state: 'sent' });
});

test.each([
  ['no JSON', 'payout, please'],
  ['an amount as a number', JSON.stringify({ ...payoutOrder(), amount: 12.5 })],
  ['an amount below nothing', JSON.stringify(payoutOrder({ amount: '-12.50' }))],
  ['an amount with an exponent', JSON.stringify(payoutOrder({ amount: '1e3' }))],
  ['a field that is not in the contract', JSON.stringify({ ...payoutOrder(), urgent: true })],
  ['an id that is none', JSON.stringify(payoutOrder({ id: '../switches' }))],
  ['no id', JSON.stringify({ ...payoutOrder(), id: undefined })],
  ['a list', JSON.stringify([payoutOrder()])],
])('%s is no order', async (_, body) => {
  const before = testNode.state.list().length;
  expect((await post(body, NODE_SECRET)).status).toBe(400);
  expect(testNode.state.list()).toHaveLength(before);
});

test('whoever has another secret, or none, is told nothing and changes nothing', async () => {
  const order = payoutOrder();
  const stranger = openNode({ url, secret: 'another' });
  expect(await stranger.createPayout(order)).toEqual(unknown);
  expect(await stranger.readPayout(order)).toEqual(unknown);
  expect((await fetch(`${url}/v1/payouts/${order.id}`)).status).toBe(401);
  expect(keptOf(order.id)).toBeUndefined();
});

test('the next one is rejected, for good, and the one after is sent', async () => {
  const [first, second] = [payoutOrder(), payoutOrder()];
  testNode.state.turn({ rejectsNext: true });
  expect(await node.createPayout(first)).toEqual({ state: 'refused', reason: 'rejected' });
  expect(await node.createPayout(second)).toMatchObject({ state: 'sent' });
  expect(await node.createPayout(first)).toEqual({ state: 'refused', reason: 'rejected' });
  expect(await node.readPayout(first)).toEqual({ state: 'failed', reason: 'rejected' });
});

test('after a restart it knows every payout, every count and every switch', async () => {
  const [held, sent] = [payoutOrder(), payoutOrder()];
  const before = await node.createPayout(sent);
  testNode.state.turn({ holdsPayouts: true, delayMs: 7 });
  await node.createPayout(held);
  const list = testNode.state.list();
  await testNode.stop();
  expect(await node.createPayout(held)).toEqual(unknown);
  await testNode.start();
  expect(testNode.state.list()).toEqual(list);
  expect(testNode.state.switches()).toMatchObject({ holdsPayouts: true, delayMs: 7 });
  testNode.state.turn({ holdsPayouts: false });
  expect(await node.createPayout(sent)).toEqual(before);
  expect(await node.createPayout(held)).toEqual({ state: 'accepted' });
});

test('its balance is told, unless it does not know the call or does not answer well', async () => {
  testNode.state.turn({ balance: 700 });
  expect(await node.readBalance()).toBe(700_000_000n);
  for (const failureMode of ['down', 'redirect', 'silent', 'nonsense', 'gigabyte'] as const) {
    testNode.state.turn({ failureMode });
    expect(await node.readBalance()).toBeUndefined();
  }
  testNode.state.turn({ failureMode: 'well', balance: null });
  expect(await node.readBalance()).toBeUndefined();
  testNode.state.turn({ balance: 50_000 });
});

test.each(['silent', 'nonsense', 'gigabyte'] as const)(
  'while it is %s it does its work, and nobody can tell',
  async (failureMode) => {
    const order = payoutOrder();
    testNode.state.turn({ failureMode });
    expect(await node.createPayout(order)).toEqual(unknown);
    expect(await node.readPayout(order)).toEqual(unknown);
    testNode.state.turn({ failureMode: 'well' });
    expect(await node.readPayout(order)).toMatchObject({ state: 'sent' });
    expect(keptOf(order.id)).toMatchObject({ created: 1, read: 2 });
  },
);

test.each(['down', 'redirect'] as const)('while it is %s it does nothing', async (failureMode) => {
  const order = payoutOrder();
  testNode.state.turn({ failureMode });
  expect(await node.createPayout(order)).toEqual(unknown);
  testNode.state.turn({ failureMode: 'well' });
  expect(await node.readPayout(order)).toEqual({ state: 'absent' });
});

test('while it is slow whoever waits long enough is answered', async () => {
  const order = payoutOrder();
  testNode.state.turn({ failureMode: 'slow', delayMs: 90 });
  const hasty = openNode({ url, secret: NODE_SECRET }, 30);
  expect(await hasty.createPayout(order)).toEqual(unknown);
  expect(await node.createPayout(order)).toMatchObject({ state: 'sent' });
  await expect.poll(() => keptOf(order.id)?.created).toBe(2);
  testNode.state.turn({ failureMode: 'well' });
});

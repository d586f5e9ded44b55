import { expect, test } from 'vitest';
import { PAYMENTS_MAX } from '#server/node/contract.ts';
import { openNode } from '#server/node/index.ts';
import { NODE_SECRET, openTestNode } from '../support/world/node.ts';
import { paymentRequestOrder } from '../support/world/orders.ts';

const testNode = await openTestNode();
const { node, url } = testNode;
const unknown = { state: 'unknown', because: expect.any(String) };

const keptOf = (id: string) => testNode.state.listPaymentRequests().find(({ request }) => request.id === id);
const post = (path: string, body: string, secret = NODE_SECRET) =>
  fetch(`${url}/v1/payment-requests${path}`, { method: 'POST', body, headers: { authorization: `Bearer ${secret}` } });

test('a request is opened once, however often it is asked for, with an address of its own', async () => {
  const order = paymentRequestOrder();
  expect(await node.readPaymentRequest(order)).toEqual({ state: 'absent' });
  const answers = await Promise.all(Array.from({ length: 50 }, () => node.requestPayment(order)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toEqual({
    state: 'open',
    address: expect.stringMatching(/^T[1-9A-HJ-NP-Za-km-z]{33}$/),
    payUrl: `${url}/payments/${order.id}`,
    payments: [],
  });
  expect(await node.readPaymentRequest(order)).toEqual(answers[0]);
  expect(keptOf(order.id)).toMatchObject({ created: 50, read: 1 });
  const other = await node.requestPayment(paymentRequestOrder());
  expect(other).not.toHaveProperty('address', keptOf(order.id)?.request.address);
});

test('an id belongs to one order: with another amount or end it is not taken', async () => {
  const order = paymentRequestOrder();
  await node.requestPayment(order);
  for (const other of [
    { ...order, amount: '100.01' },
    { ...order, expires_at: '2030-01-01T00:00:00.000Z' },
  ]) {
    expect((await post('', JSON.stringify(other))).status).toBe(409);
    expect(await node.requestPayment(other)).toEqual(unknown);
    expect(await node.readPaymentRequest(other)).toEqual(unknown);
  }
  expect(keptOf(order.id)?.request).toMatchObject(order);
});

test.each([
  ['no JSON', 'a request, please'],
  ['an amount as a number', JSON.stringify({ ...paymentRequestOrder(), amount: 100 })],
  ['an amount below nothing', JSON.stringify(paymentRequestOrder({ amount: '-100.00' }))],
  ['another currency', JSON.stringify({ ...paymentRequestOrder(), currency: 'TRX' })],
  ['no end', JSON.stringify({ ...paymentRequestOrder(), expires_at: undefined })],
  ['an end that is none', JSON.stringify(paymentRequestOrder({ expires_at: 'soon' }))],
  ['a field that is not in the contract', JSON.stringify({ ...paymentRequestOrder(), urgent: true })],
  ['an id that is none', JSON.stringify(paymentRequestOrder({ id: '../switches' }))],
])('%s is no order', async (_, body) => {
  const before = testNode.state.listPaymentRequests().length;
  expect((await post('', body)).status).toBe(400);
  expect(testNode.state.listPaymentRequests()).toHaveLength(before);
});

test('whoever has another secret is told nothing and changes nothing', async () => {
  const order = paymentRequestOrder();
  const stranger = openNode({ url, secret: 'another' });
  expect(await stranger.requestPayment(order)).toEqual(unknown);
  expect(keptOf(order.id)).toBeUndefined();
  await node.requestPayment(order);
  expect(await stranger.readPaymentRequest(order)).toEqual(unknown);
  expect(await stranger.cancelPaymentRequest(order)).toEqual(unknown);
  expect(keptOf(order.id)?.request.state).toBe('open');
});

test('what is cancelled stays so, also when it is asked for again, and money still comes', async () => {
  const order = paymentRequestOrder();
  expect(await node.cancelPaymentRequest(order)).toEqual({ state: 'absent' });
  const opened = await node.requestPayment(order);
  const cancelled = await node.cancelPaymentRequest(order);
  expect(cancelled).toEqual({ ...opened, state: 'cancelled' });
  expect(await node.cancelPaymentRequest(order)).toEqual(cancelled);
  expect(await node.requestPayment(order)).toEqual(cancelled);
  testNode.state.pay(order.id, { amount: '100.00' });
  expect(await node.readPaymentRequest(order)).toMatchObject({
    state: 'cancelled',
    payments: [{ amountMicros: 100_000_000n, isConfirmed: true }],
  });
});

test('payments come as they were made, each under a name of its own', async () => {
  const order = paymentRequestOrder();
  await node.requestPayment(order);
  const late = new Date(Date.parse(order.expires_at) + 1000);
  testNode.state.pay(order.id, { amount: '60.00', isConfirmed: false });
  testNode.state.pay(order.id, { amount: '60.00', at: late });
  testNode.state.pay(order.id, { amount: '0.000001', currency: 'TRX' });
  const told = await node.readPaymentRequest(order);
  expect(told).toMatchObject({
    payments: [
      { amountMicros: 60_000_000n, currency: 'USDT', isConfirmed: false },
      { amountMicros: 60_000_000n, currency: 'USDT', isConfirmed: true, at: late },
      { amountMicros: 1n, currency: 'TRX', isConfirmed: true },
    ],
  });
  const names = keptOf(order.id)?.request.payments.map(({ id }) => id);
  expect(new Set(names).size).toBe(3);
  testNode.state.confirm(order.id);
  expect(await node.readPaymentRequest(order)).toMatchObject({ payments: [{ isConfirmed: true }, {}, {}] });
});

test('confirmations are held back while it is told to', async () => {
  const order = paymentRequestOrder();
  await node.requestPayment(order);
  testNode.state.turn({ holdsConfirmations: true });
  testNode.state.pay(order.id, { amount: '100.00' });
  testNode.state.turn({ holdsConfirmations: false });
  expect(await node.readPaymentRequest(order)).toMatchObject({ payments: [{ isConfirmed: false }] });
});

test('what is no payment is not written down, and there is an end to them', async () => {
  const order = paymentRequestOrder();
  expect(testNode.state.pay(order.id, { amount: '1.00' })).toBe('absent');
  await node.requestPayment(order);
  for (const amount of ['0', '-1', '1e3', '', '1.0000001', 'all']) {
    expect(testNode.state.pay(order.id, { amount })).toBe('wrong');
  }
  expect(testNode.state.pay(order.id, { amount: '1', currency: '' })).toBe('wrong');
  expect(testNode.state.pay(order.id, { amount: '1', at: new Date(Number.NaN) })).toBe('wrong');
  for (let count = 0; count < PAYMENTS_MAX; count += 1) testNode.state.pay(order.id, { amount: '1' });
  expect(testNode.state.pay(order.id, { amount: '1' })).toBe('full');
  expect(await node.readPaymentRequest(order)).toMatchObject({ payments: { length: PAYMENTS_MAX } });
});

test('after a restart it knows every request, every payment and every switch', async () => {
  const [paid, cancelled] = [paymentRequestOrder(), paymentRequestOrder()];
  await node.requestPayment(paid);
  testNode.state.pay(paid.id, { amount: '40.00', isConfirmed: false });
  testNode.state.confirm(paid.id);
  testNode.state.pay(paid.id, { amount: '60.00' });
  await node.requestPayment(cancelled);
  await node.cancelPaymentRequest(cancelled);
  testNode.state.turn({ sendsTwice: true, sendsWebhooks: false });
  const before = [await node.readPaymentRequest(paid), await node.readPaymentRequest(cancelled)];
  const list = testNode.state.listPaymentRequests();
  await testNode.stop();
  expect(await node.readPaymentRequest(paid)).toEqual(unknown);
  await testNode.start();
  expect(testNode.state.listPaymentRequests()).toEqual(list);
  expect([await node.readPaymentRequest(paid), await node.readPaymentRequest(cancelled)]).toEqual(before);
  expect(testNode.state.switches()).toMatchObject({ sendsTwice: true, sendsWebhooks: false, outOfOrder: false });
});

test.each(['silent', 'nonsense', 'gigabyte'] as const)(
  'while it is %s it does its work, and nobody can tell',
  async (failureMode) => {
    const order = paymentRequestOrder();
    testNode.state.turn({ failureMode });
    expect(await node.requestPayment(order)).toEqual(unknown);
    expect(await node.readPaymentRequest(order)).toEqual(unknown);
    expect(await node.cancelPaymentRequest(order)).toEqual(unknown);
    testNode.state.turn({ failureMode: 'well' });
    expect(await node.readPaymentRequest(order)).toMatchObject({ state: 'cancelled' });
    expect(keptOf(order.id)).toMatchObject({ created: 1, read: 2 });
  },
);

test.each(['down', 'redirect'] as const)('while it is %s it does nothing', async (failureMode) => {
  const order = paymentRequestOrder();
  testNode.state.turn({ failureMode });
  expect(await node.requestPayment(order)).toEqual(unknown);
  expect(await node.cancelPaymentRequest(order)).toEqual(unknown);
  testNode.state.turn({ failureMode: 'well' });
  expect(await node.readPaymentRequest(order)).toEqual({ state: 'absent' });
});

test('while it is slow whoever waits long enough is answered', async () => {
  const order = paymentRequestOrder();
  testNode.state.turn({ failureMode: 'slow', delayMs: 90 });
  const hasty = openNode({ url, secret: NODE_SECRET }, 30);
  expect(await hasty.requestPayment(order)).toEqual(unknown);
  expect(await node.requestPayment(order)).toMatchObject({ state: 'open' });
  await expect.poll(() => keptOf(order.id)?.created).toBe(2);
  testNode.state.turn({ failureMode: 'well' });
});

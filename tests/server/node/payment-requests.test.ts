import { expect, test } from 'vitest';
import { PAYMENTS_MAX } from '#server/node/contract.ts';
import { NODE_SECRET, noNode } from '../../support/world/node.ts';
import { paymentRequestOrder } from '../../support/world/orders.ts';
import { nodeSaying, nodeThat } from '../../support/processes/played-node.ts';

const order = paymentRequestOrder();
const payment = { id: 'p1', amount: '60.00', currency: 'USDT', at: '2026-11-23T10:00:00Z', is_confirmed: true };
const request = {
  ...order,
  state: 'open',
  address: 'TXYZ',
  pay_url: 'https://node.example/pay/1',
  payments: [payment],
};
const understood = {
  state: 'open',
  address: 'TXYZ',
  payUrl: 'https://node.example/pay/1',
  payments: [
    {
      id: 'p1',
      amountMicros: 60_000_000n,
      currency: 'USDT',
      isConfirmed: true,
      at: new Date('2026-11-23T10:00:00.000Z'),
    },
  ],
};
const unknown = { state: 'unknown', because: expect.any(String) };

async function askAll({ node }: Awaited<ReturnType<typeof nodeThat>>) {
  return [
    await node.requestPayment(order),
    await node.readPaymentRequest(order),
    await node.cancelPaymentRequest(order),
  ];
}

test('orders go out as JSON below the address that is set, with the secret', async () => {
  let sent = '';
  const played = await nodeThat((message, response) => {
    message.setEncoding('utf8').on('data', (text: string) => (sent += text));
    message.on('end', () => response.end(JSON.stringify(request)));
  });
  expect(await played.node.requestPayment(order)).toEqual(understood);
  expect(JSON.parse(sent)).toEqual(order);
  expect(await played.node.readPaymentRequest(order)).toEqual(understood);
  expect(await played.node.cancelPaymentRequest(order)).toEqual(understood);
  expect(played.heard.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /base/v1/payment-requests',
    `GET /base/v1/payment-requests/${order.id}`,
    `POST /base/v1/payment-requests/${order.id}/cancellation`,
  ]);
  for (const { headers } of played.heard) expect(headers.authorization).toBe(`Bearer ${NODE_SECRET}`);
});

test.each<[string, object, object]>([
  ['cancelled, and paid all the same', { state: 'cancelled' }, { state: 'cancelled' }],
  ['no page to pay at', { pay_url: null }, { payUrl: null }],
  ['nothing paid yet', { payments: [] }, { payments: [] }],
  ['a word more than we know', { priority: 3 }, {}],
])('%s is understood', async (_, change, expected) => {
  for (const outcome of await askAll(await nodeSaying(200, { ...request, ...change }))) {
    expect(outcome).toEqual({ ...understood, ...expected });
  }
});

test('amounts are exact to the millionth, in any currency, and times may come with an offset', async () => {
  const payments = [
    { ...payment, id: 'a', amount: '0.000001' },
    { ...payment, id: 'b', amount: '7', currency: 'TRX', is_confirmed: false, at: '2026-11-23T13:00:00.5+03:00' },
    { ...payment, id: 'c', amount: '999999999999.999999' },
  ];
  const { node } = await nodeSaying(200, { ...request, payments });
  expect(await node.readPaymentRequest(order)).toMatchObject({
    payments: [
      { amountMicros: 1n },
      { amountMicros: 7_000_000n, currency: 'TRX', isConfirmed: false, at: new Date('2026-11-23T10:00:00.500Z') },
      { amountMicros: 999_999_999_999_999_999n },
    ],
  });
});

test('a hundred payments with the longest names, however they are written, are not too much', async () => {
  const payments = Array.from({ length: PAYMENTS_MAX }, (_, index) => ({
    ...payment,
    id: `${index}`.padEnd(128, '"'),
    currency: '"'.repeat(16),
    at: '2026-11-23T13:00:00.123456789+03:00',
    amount: '999999999999.999999',
  }));
  const longest = {
    ...request,
    address: '"'.repeat(256),
    pay_url: `https://node.example/${'x'.repeat(2000)}`,
    payments,
  };
  const escaped = JSON.stringify(longest).replaceAll('\\"', '\\u0022');
  const { node } = await nodeThat((_, response) => response.end(escaped));
  expect(await node.readPaymentRequest(order)).toMatchObject({ state: 'open', payments: { length: PAYMENTS_MAX } });
});

test('an absence is understood where one can be', async () => {
  const [created, read, cancelled] = await askAll(await nodeSaying(404, { id: order.id, absent: true }));
  expect([read, cancelled]).toEqual([{ state: 'absent' }, { state: 'absent' }]);
  expect(created).toEqual(unknown);
});

test.each<[string, number, unknown]>([
  ['somebody else’s request', 200, { ...request, id: paymentRequestOrder().id }],
  ['another amount', 200, { ...request, amount: '100.01' }],
  ['another end', 200, { ...request, expires_at: '2026-11-23T10:00:00Z' }],
  ['a state nobody knows', 200, { ...request, state: 'paid' }],
  ['no address', 200, { ...request, address: '' }],
  ['an address longer than one', 200, { ...request, address: 'T'.repeat(257) }],
  ['a page that is a script', 200, { ...request, pay_url: 'javascript:alert(1)' }],
  ['a page that is none', 200, { ...request, pay_url: '/pay' }],
  ['no payments', 200, { ...request, payments: undefined }],
  [
    'more payments than there may be',
    200,
    { ...request, payments: Array.from({ length: 101 }, (_, id) => ({ ...payment, id: `${id}` })) },
  ],
  ['one payment told twice', 200, { ...request, payments: [payment, { ...payment, amount: '40.00' }] }],
  ['a payment of nothing', 200, { ...request, payments: [{ ...payment, amount: '0.00' }] }],
  ['a payment below nothing', 200, { ...request, payments: [{ ...payment, amount: '-60.00' }] }],
  ['a payment with an exponent', 200, { ...request, payments: [{ ...payment, amount: '6e1' }] }],
  ['a payment as a number', 200, { ...request, payments: [{ ...payment, amount: 60 }] }],
  ['more money than there is', 200, { ...request, payments: [{ ...payment, amount: '9999999999999' }] }],
  ['a payment that may be confirmed', 200, { ...request, payments: [{ ...payment, is_confirmed: 'yes' }] }],
  ['a payment some time', 200, { ...request, payments: [{ ...payment, at: 'yesterday' }] }],
  ['a payment on a day that is none', 200, { ...request, payments: [{ ...payment, at: '2026-02-30T10:00:00Z' }] }],
  ['a payment before our time', 200, { ...request, payments: [{ ...payment, at: '0000-01-01T00:00:00Z' }] }],
  ['a name with a sign no database keeps', 200, { ...request, payments: [{ ...payment, id: 'p\0' }] }],
  ['a name with half a letter', 200, { ...request, payments: [{ ...payment, id: 'p\uD800' }] }],
  ['a request with the status of an error', 500, request],
  ['an id in use', 409, { error: 'x' }],
  ['a proxy’s own 404', 404, { message: 'Not Found' }],
  ['the absence of another', 404, { id: paymentRequestOrder().id, absent: true }],
  ['a wrong secret', 401, { error: 'x' }],
  ['nothing', 200, null],
])('%s leaves it unknown', async (_, status, body) => {
  expect(await askAll(await nodeSaying(status, body))).toEqual([unknown, unknown, unknown]);
});

test('nobody there leaves it unknown, with a reason for the log', async () => {
  expect(await noNode().requestPayment(order)).toEqual({
    state: 'unknown',
    because: expect.stringMatching(/fetch failed/),
  });
});

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { formOf, visit } from '../support/app/http.ts';
import { openTestNode } from '../support/world/node.ts';
import { paymentRequestOrder } from '../support/world/orders.ts';

const testNode = await openTestNode();
const { node, url } = testNode;
const port = Number(new URL(url).port);

/** A person without JavaScript on the payment page. */
async function openPayment(change: Parameters<typeof paymentRequestOrder>[0] = {}) {
  const order = paymentRequestOrder(change);
  const opened = await node.requestPayment(order);
  const path = new URL('payUrl' in opened ? String(opened.payUrl) : 'http://nowhere/').pathname;
  const look = async () => (await visit(port, path)).text;
  const press = async (button: string, typed: Record<string, string> = {}) => {
    const form = (await look()).split('<form').find((part) => part.includes(`>${button}</button>`)) ?? '';
    const fields = [...form.matchAll(/name="(\w+)"[^>]*? value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    const action = /action="([^"]*)"/.exec(form)?.[1] ?? 'there is no such button';
    return visit(port, action, formOf({ ...Object.fromEntries(fields), ...typed }));
  };
  const payments = async () => {
    const told = await node.readPaymentRequest(order);
    return 'payments' in told ? told.payments : [];
  };
  return { order, path, look, press, payments };
}

test('a person pays exactly what is missing, once', async () => {
  const { path, look, press, payments } = await openPayment({ amount: '100.50' });
  expect(await look()).toContain('Missing: 100.50 USDT');
  expect(await press('Pay exactly 100.50 USDT')).toMatchObject({ status: 303, headers: { location: path } });
  expect(await payments()).toMatchObject([{ amountMicros: 100_500_000n, currency: 'USDT', isConfirmed: true }]);
  const after = await look();
  expect(after).toContain('Nothing is missing.');
  expect(after).not.toContain('Pay exactly');
  await visit(port, `${path}/missing`, formOf({}));
  expect(await payments()).toHaveLength(1);
});

test('a person pays too little, then the rest, then too much', async () => {
  const { look, press, payments } = await openPayment();
  await press('Pay this', { amount: ' 99,999999 ' });
  expect(await look()).toContain('Missing: 0.000001 USDT');
  await press('Pay exactly 0.000001 USDT');
  await press('Pay this', { amount: '50' });
  expect((await payments()).map(({ amountMicros }) => amountMicros)).toEqual([99_999_999n, 1n, 50_000_000n]);
});

test('a person pays in another currency, which is missing as before', async () => {
  const { look, press, payments } = await openPayment();
  await press('Pay this', { amount: '100.00', currency: 'TRX' });
  expect(await payments()).toMatchObject([{ currency: 'TRX' }]);
  expect(await look()).toContain('Missing: 100.00 USDT');
});

test('a person pays late, by a button or at a time they type', async () => {
  const { order, press, payments } = await openPayment();
  await press('Pay this', { amount: '1', at: '2030-01-02T03:04' });
  await press('Pay exactly 99.00 USDT, too late');
  const [typed, late] = await payments();
  expect(typed?.at).toEqual(new Date('2030-01-02T03:04:00Z'));
  expect(late?.at.getTime()).toBeGreaterThan(Date.parse(order.expires_at));
  const past = await openPayment({ expires_at: '2026-01-01T00:00:00.000Z' });
  await past.press('Pay exactly 100.00 USDT, too late');
  expect((await past.payments())[0]?.at.getTime()).toBeGreaterThan(Date.parse('2026-01-01T00:00:00.000Z'));
});

test('a person confirms what waits', async () => {
  testNode.state.turn({ holdsConfirmations: true });
  const { look, press, payments } = await openPayment();
  await press('Pay exactly 100.00 USDT');
  expect(await look()).toContain('waiting');
  expect(await payments()).toMatchObject([{ isConfirmed: false }]);
  await press('Confirm what waits: 1');
  expect(await payments()).toMatchObject([{ isConfirmed: true }]);
  expect(await look()).not.toContain('Confirm what waits');
  testNode.state.turn({ holdsConfirmations: false });
});

test('what is no payment is told, and nothing comes of it', async () => {
  const { press, payments } = await openPayment();
  for (const wrong of [{ amount: '0' }, { amount: '-5' }, { amount: 'all' }, { currency: '' }, { at: 'soon' }]) {
    expect((await press('Pay this', wrong)).status).toBe(422);
  }
  expect(await payments()).toEqual([]);
});

test('a request that is not there has no page and takes no money', async () => {
  const path = `/payments/${randomUUID()}`;
  expect((await visit(port, path)).status).toBe(404);
  expect((await visit(port, `${path}/missing`, formOf({}))).status).toBe(404);
  expect((await visit(port, `${path}/payments`, formOf({ amount: '1', currency: 'USDT' }))).status).toBe(404);
  const odd = await visit(port, '/payments/%0d%0aset-cookie:x/confirmation', formOf({}));
  expect(odd.headers).not.toHaveProperty('set-cookie');
});

test('nobody else’s page pays for a person', async () => {
  const { path, payments } = await openPayment();
  const form = formOf({});
  const headers = { ...form.headers, 'sec-fetch-site': 'cross-site' };
  expect((await visit(port, `${path}/missing`, { ...form, headers })).status).toBe(403);
  expect(await payments()).toEqual([]);
});

test('a currency is words, whatever signs it has', async () => {
  const { look, press } = await openPayment();
  await press('Pay this', { amount: '1', currency: '"><script>x' });
  expect(await look()).not.toContain('<script');
});

test('the first page leads to all of them, unfinished ones first, and no more than a hundred', async () => {
  const first = await openPayment({ amount: '11.00' });
  const second = await openPayment({ amount: '22.00' });
  const third = await openPayment({ amount: '33.00' });
  await second.press('Pay exactly 22.00 USDT');
  await node.cancelPaymentRequest(third.order);
  const { text } = await visit(port, '/');
  const places = [first, third, second].map(({ path }) => text.indexOf(`href="${path}"`));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places.every((place) => place > 0)).toBe(true);
  await Promise.all(Array.from({ length: 100 }, () => node.requestPayment(paymentRequestOrder())));
  expect((await visit(port, '/')).text.match(/href="\/payments\//g)).toHaveLength(100);
});

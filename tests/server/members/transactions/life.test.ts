import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { getBalance } from '#contracts/finance.ts';
import { getBoard } from '#contracts/places.ts';
import { cancelTransaction, recreateTransaction, type Transaction } from '#contracts/transactions.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { brokenInvariants } from '../../../support/db/invariants.ts';

const market = await openMarket();
const { api, clock, request, look, bearerOf, state: simulator, services } = market;
const HOUR = 3_600;

async function balanceOf(username: string) {
  const { available, held } = dataOf(await api.call(getBalance, {}, { bearer: await bearerOf(username) }));
  return { available, held };
}

async function cancel(username: string, id: string) {
  return api.call(cancelTransaction, { id }, { bearer: await bearerOf(username), uid: randomUUID() });
}

/** Leaves no unfinished transaction to the next test. */
async function finish(username: string, { id }: Transaction): Promise<void> {
  dataOf(await cancel(username, id));
}

test('a place is requested, paid exactly, and opened; its owner is active and reads an e-mail', async () => {
  const asked = await request('anna', 'licenses-1');
  expect(asked).toMatchObject({ state: 'awaiting_payment', price: '100.00', payment: null, missing: '100.00' });
  const told = await look('anna', asked.id);
  expect(told.payment?.address).toMatch(/^\w{16,}$/);
  expect(told.payment?.url).toContain(asked.id);

  simulator.pay(asked.id, { amount: '100.00' });
  const paid = await look('anna', asked.id);
  expect(paid).toMatchObject({ state: 'active', paid: '100.00', missing: '0.00', returned: '0.00' });
  expect(paid.place?.number).toMatch(/^L-\d{5}$/);
  expect(paid.steps.map(({ state }) => state)).toEqual(['awaiting_payment', 'active']);
  expect(await market.isActive('anna')).toBe(true);
  expect(await balanceOf('anna')).toEqual({ available: '0.00', held: '0.00' });

  const { plans } = dataOf(await api.call(getBoard, { platform: 'licenses' }, { bearer: await bearerOf('anna') }));
  expect(plans.map(({ state }) => state)).toEqual([
    'active',
    'available',
    ...Array.from({ length: 3 }, () => 'previous_required'),
    'in_development',
  ]);
});

test('looking again and again changes nothing', async () => {
  const bought = await market.buy('root', 'licenses-1');
  for (let times = 0; times < 3; times += 1) expect(await look('root', bought.id)).toEqual(bought);
});

describe('what a payment can be', () => {
  test('too little waits for the rest, which may come in parts', async () => {
    const { id } = await request('ivan', 'licenses-1');
    await look('ivan', id);
    simulator.pay(id, { amount: '40.00' });
    expect(await look('ivan', id)).toMatchObject({ state: 'underpaid', paid: '40.00', missing: '60.00' });
    expect(await balanceOf('ivan')).toEqual({ available: '0.00', held: '40.00' });
    simulator.pay(id, { amount: '59.999999' });
    expect(await look('ivan', id)).toMatchObject({ state: 'underpaid', missing: '0.000001' });
    simulator.pay(id, { amount: '0.000001' });
    expect(await look('ivan', id)).toMatchObject({ state: 'active', paid: '100.00' });
  });

  test('too much opens the place, and the rest is on the balance', async () => {
    const { id } = await request('priya', 'licenses-1');
    await look('priya', id);
    simulator.pay(id, { amount: '130.50' });
    expect(await look('priya', id)).toMatchObject({ state: 'active', returned: '30.50' });
    expect(await balanceOf('priya')).toEqual({ available: '30.50', held: '0.00' });
  });

  test('money that is not confirmed yet is waited for', async () => {
    const { id } = await request('jonas', 'licenses-1');
    await look('jonas', id);
    simulator.pay(id, { amount: '100.00', isConfirmed: false });
    expect(await look('jonas', id)).toMatchObject({ state: 'confirming', pending: '100.00', can_cancel: false });
    expect(refusalOf(await cancel('jonas', id))).toBe('transaction_moved_on');
    simulator.confirm(id);
    expect(await look('jonas', id)).toMatchObject({ state: 'active', pending: '0.00' });
  });

  test('another currency is noted and does not count', async () => {
    const { id } = await request('marie', 'turbo-1');
    await look('marie', id);
    simulator.pay(id, { amount: '50.00', currency: 'BTC' });
    const told = await look('marie', id);
    expect(told).toMatchObject({ state: 'awaiting_payment', paid: '0.00', has_other_currency: true });
    await finish('marie', told);
  });

  test.each([1, 86_400])('%i s late it is kept, and its owner may take it back', async (seconds) => {
    const asked = await request('marie', 'turbo-1');
    await look('marie', asked.id);
    clock.advance(HOUR + seconds);
    expect(await look('marie', asked.id)).toMatchObject({ state: 'expired' });
    simulator.pay(asked.id, { amount: '50.00', at: clock.now() });
    expect(await look('marie', asked.id)).toMatchObject({ state: 'paid_late', paid: '50.00' });
    const before = await balanceOf('marie');
    expect(before.held).toBe('50.00');
    expect(dataOf(await cancel('marie', asked.id))).toMatchObject({ state: 'cancelled', returned: '50.00' });
    expect((await balanceOf('marie')).held).toBe('0.00');
  });

  test('after a cancellation it goes to the balance', async () => {
    const { id } = await request('marie', 'turbo-1');
    await look('marie', id);
    dataOf(await cancel('marie', id));
    const before = await balanceOf('marie');
    await look('marie', id);
    simulator.pay(id, { amount: '50.00' });
    expect(await look('marie', id)).toMatchObject({ state: 'cancelled', paid: '50.00', returned: '50.00' });
    expect(Number((await balanceOf('marie')).available) - Number(before.available)).toBe(50);
  });

  test('in time, but only seen when the time is over, it counts', async () => {
    const { id } = await request('jonas', 'turbo-1');
    await look('jonas', id);
    simulator.pay(id, { amount: '50.00', at: clock.now() });
    clock.advance(2 * HOUR);
    expect(await look('jonas', id)).toMatchObject({ state: 'active' });
  });
});

describe('made again', () => {
  test('a request that has expired becomes another, and the first is cancelled', async () => {
    const first = await request('marie', 'licenses-1');
    clock.advance(HOUR);
    await look('marie', first.id);
    const call = { bearer: await bearerOf('marie'), uid: randomUUID() };
    const second = dataOf(await api.call(recreateTransaction, { id: first.id }, call));
    expect(second).toMatchObject({ state: 'awaiting_payment', plan: { id: 'licenses-1' } });
    expect(second.id).not.toBe(first.id);
    expect(dataOf(await api.call(recreateTransaction, { id: first.id }, call)).id).toBe(second.id);
    expect((await look('marie', first.id)).state).toBe('cancelled');
    await finish('marie', second);
  });

  test('what is paid can’t be made again or cancelled', async () => {
    const { id } = await market.buy('root', 'turbo-1');
    const call = { bearer: await bearerOf('root'), uid: randomUUID() };
    expect(refusalOf(await api.call(recreateTransaction, { id }, call))).toBe('transaction_moved_on');
    expect(refusalOf(await cancel('root', id))).toBe('transaction_moved_on');
  });
});

describe('when the node can’t be asked', () => {
  test.each(['down', 'silent', 'nonsense', 'redirect', 'gigabyte'] as const)(
    '%s: nothing is lost',
    async (failureMode) => {
      const { id } = await request('marie', 'turbo-1');
      simulator.turn({ failureMode });
      expect(await look('marie', id)).toMatchObject({ state: 'awaiting_payment' });
      simulator.turn({ failureMode: 'well' });
      await look('marie', id);
      simulator.pay(id, { amount: '20.00' });
      await look('marie', id);
      simulator.turn({ failureMode });
      expect(await look('marie', id)).toMatchObject({ state: 'underpaid', paid: '20.00' });
      simulator.turn({ failureMode: 'well' });
      dataOf(await cancel('marie', id));
    },
  );

  test('it says that the time is over all the same', async () => {
    const { id } = await request('marie', 'turbo-1');
    simulator.turn({ failureMode: 'down' });
    clock.advance(HOUR);
    expect(await look('marie', id)).toMatchObject({ state: 'expired' });
    simulator.turn({ failureMode: 'well' });
    dataOf(await cancel('marie', id));
  });

  test('what was being confirmed goes on being confirmed', async () => {
    const { id } = await request('priya', 'turbo-1');
    await look('priya', id);
    simulator.pay(id, { amount: '50.00', isConfirmed: false });
    await look('priya', id);
    simulator.turn({ failureMode: 'down' });
    clock.advance(2 * HOUR);
    expect(await look('priya', id)).toMatchObject({ state: 'confirming', pending: '50.00' });
    simulator.turn({ failureMode: 'well' });
    simulator.confirm(id);
    expect(await look('priya', id)).toMatchObject({ state: 'active' });
  });
});

test('and after all of it the ledger is sound', async () => {
  expect(await brokenInvariants(services.db)).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listHistory } from '#contracts/finance.ts';
import { cancelTransaction } from '#contracts/transactions.ts';
import { dataOf } from '../../../support/app/api.ts';
import { openMarket } from '../../../support/people/buy.ts';

const market = await openMarket();
const { api, request, look, bearerOf, state: simulator } = market;

async function historyOf(username: string, input = {}) {
  const { items, totals } = dataOf(await api.call(listHistory, input, { bearer: await bearerOf(username) }));
  const limit = items.length;
  for (const fewer of limit > 1 ? [0, 1] : [0]) {
    const page = await api.call(listHistory, { ...input, limit: limit - fewer }, { bearer: await bearerOf(username) });
    expect(dataOf(page).next === null).toBe(fewer === 0);
  }
  const rows = items.map(({ kind, title, details, amount, origin: { transaction } }) => ({
    ...{ kind, title, details, amount, transaction },
  }));
  return { rows, totals };
}

const PLAN = 'plan “Portico”';
const [PAID, BOUGHT, RETURNED] = ['Your payment at the node', 'Place purchase', 'Place purchase refunded'];

test('what came for a place and what it cost stand in the history, with the plan', async () => {
  const { id } = await request('anna', 'licenses-1');
  await look('anna', id);
  simulator.pay(id, { amount: '130.50' });
  await look('anna', id);
  const transaction = { id, state: 'active' };
  expect(await historyOf('anna')).toEqual({
    rows: [
      { kind: 'purchase', title: RETURNED, details: PLAN, amount: '30.50', transaction },
      { kind: 'purchase', title: BOUGHT, details: PLAN, amount: '-130.50', transaction },
      { kind: 'deposit', title: PAID, details: PLAN, amount: '130.50', transaction },
    ],
    totals: { earned: '0.00', paid_in: '130.50', went_out: '100.00', held: '0.00' },
  });
});

test('what came for a place that was not opened stands there as returned', async () => {
  const { id } = await request('ivan', 'licenses-1');
  await look('ivan', id);
  simulator.pay(id, { amount: '40.00' });
  await look('ivan', id);
  dataOf(await api.call(cancelTransaction, { id }, { bearer: await bearerOf('ivan'), uid: randomUUID() }));
  const transaction = { id, state: 'cancelled' };
  const returned = [
    { kind: 'purchase', title: RETURNED, details: PLAN, amount: '40.00', transaction },
    { kind: 'purchase', title: BOUGHT, details: PLAN, amount: '-40.00', transaction },
  ];
  const deposit = { kind: 'deposit', title: PAID, details: PLAN, amount: '40.00', transaction };
  expect(await historyOf('ivan')).toEqual({
    rows: [...returned, deposit],
    totals: { earned: '0.00', paid_in: '40.00', went_out: '0.00', held: '0.00' },
  });
  expect((await historyOf('ivan', { kind: 'purchase' })).rows).toEqual(returned);
  expect(await historyOf('ivan', { kind: 'deposit' })).toEqual({
    rows: [deposit],
    totals: { earned: '0.00', paid_in: '40.00', went_out: '0.00', held: '0.00' },
  });
});

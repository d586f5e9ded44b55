import { expect, test } from 'vitest';
import { amountFault, arrivingMicros, boundsOf, type OrderTerms, shareMicros } from '#domain/withdrawal-order.ts';

const terms: OrderTerms = {
  available: '1250.333333',
  daily_left: '5000.00',
  minimum: '10.00',
  fee: '1.50',
  refund: '0.00',
  node_id_pattern: '.',
};

test.each([
  ['all of it, to the last millionth', terms, 'all', 1_250_333_333n],
  ['half of it, in whole cents', terms, 'half', 625_160_000n],
  ['no more than the day allows', { ...terms, daily_left: '300.00' }, 'all', 300_000_000n],
  ['half of what the day allows', { ...terms, daily_left: '0.03' }, 'half', 10_000n],
  ['nothing of nothing', { ...terms, available: '0.00' }, 'half', 0n],
] as const)('a button fills in %s', (_, given, share, micros) => expect(shareMicros(given, share)).toBe(micros));

test.each([
  [9_999_999n, 'amount_below_minimum'],
  [10_000_000n, undefined],
  [1_250_333_333n, undefined],
  [1_250_333_334n, 'amount_above_balance'],
  [9_007_199_254_740_993n, 'amount_above_balance'],
] as const)('%d millionths: %s', (micros, fault) => expect(amountFault(micros, boundsOf(terms))).toBe(fault));

test('what is within the balance may be more than the day allows', () =>
  expect(amountFault(200_000_000n, boundsOf({ ...terms, daily_left: '199.99' }))).toBe('amount_above_daily'));

test('all that the day allows may be taken', () =>
  expect(amountFault(200_000_000n, boundsOf({ ...terms, daily_left: '200.00' }))).toBeUndefined());

test('the fee is taken off what is sent', () => expect(arrivingMicros(10_000_000n, terms)).toBe(8_500_000n));

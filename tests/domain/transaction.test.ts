import { describe, expect, test } from 'vitest';
import { canBeCancelled, isUnfinished, type SeenPayment, stateAfter, TRANSACTION_STATES } from '#domain/transaction.ts';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';

const expiresAt = new Date('2026-11-20T10:00:00Z');
const secondsAfter = (seconds: number) => new Date(expiresAt.getTime() + seconds * 1000);
const paid = (usdt: number, seconds = -60, isConfirmed = true): SeenPayment => ({
  amountMicros: BigInt(usdt) * 1_000_000n,
  at: secondsAfter(seconds),
  isConfirmed,
});
const after = (payments: SeenPayment[], seconds = -1) =>
  stateAfter({ state: 'awaiting_payment', priceMicros: 100_000_000n, expiresAt }, payments, secondsAfter(seconds));

describe('a request of 100 that can be paid until ten', () => {
  test.each([
    ['nothing came', [], -1, 'awaiting_payment'],
    ['nothing came, and ten has struck', [], 0, 'expired'],
    ['the price came', [paid(100)], -1, 'active'],
    ['the price came at ten sharp', [paid(100, 0)], 5, 'active'],
    ['the price came a second late', [paid(100, 1)], 5, 'paid_late'],
    ['the price came a day late', [paid(100, 86_400)], 90_000, 'paid_late'],
    ['too little came', [paid(99)], -1, 'underpaid'],
    ['too little came, and the time is over', [paid(99)], 5, 'underpaid'],
    ['it came in two parts', [paid(40, -90), paid(60, -30)], -1, 'active'],
    ['the second part came late', [paid(40, -90), paid(60, 30)], 60, 'paid_late'],
    ['too much came', [paid(250)], -1, 'active'],
    ['it came twice, once late', [paid(100), paid(100, 500)], 600, 'active'],
    ['the price waits to be confirmed', [paid(100, -60, false)], -1, 'confirming'],
    ['it waits to be confirmed when the time is over', [paid(100, -60, false)], 900, 'confirming'],
    ['a part waits to be confirmed', [paid(40, -60, false)], -1, 'underpaid'],
    ['one part is confirmed, the other waits', [paid(40), paid(60, -30, false)], -1, 'confirming'],
    ['it was paid in time and confirmed later', [paid(100, -1)], 3_600, 'active'],
  ] as const)('%s', (_, payments, seconds, state) => {
    expect(after([...payments], seconds)).toBe(state);
  });

  test('an end is an end, whatever comes', () => {
    for (const state of ['active', 'cancelled'] as const) {
      const request = { state, priceMicros: 100_000_000n, expiresAt };
      expect(stateAfter(request, [paid(100)], secondsAfter(-1))).toBe(state);
      expect(stateAfter(request, [], secondsAfter(99))).toBe(state);
    }
  });

  test('the order in which payments are told changes nothing', () => {
    const random = seededRandom(20261121);
    for (let round = 0; round < 500; round += 1) {
      const payments = Array.from({ length: Math.floor(random() * 5) }, () =>
        paid(1 + Math.floor(random() * 120), Math.round(random() * 400 - 200), random() < 0.7),
      );
      const shuffled = payments.map((one) => ({ one, at: random() })).toSorted((a, b) => a.at - b.at);
      expect(
        after(
          shuffled.map(({ one }) => one),
          300,
        ),
      ).toBe(after(payments, 300));
    }
  });
});

test('only what is not paid or on its way can be cancelled', () => {
  expect(TRANSACTION_STATES.filter(canBeCancelled)).toEqual(['awaiting_payment', 'underpaid', 'expired', 'paid_late']);
  expect(TRANSACTION_STATES.filter((state) => !isUnfinished(state))).toEqual(['active', 'cancelled']);
});

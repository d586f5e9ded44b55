import { describe, expect, test } from 'vitest';
import { CARD_STATES, cardState, placeNumber, purchaseBlocker, seatsOf } from '#domain/places.ts';

test('a place is called by the letter of its platform and a number', () => {
  expect(placeNumber('licenses', 42)).toBe('L-00042');
  expect(placeNumber('turbo', 1)).toBe('T-00001');
  expect(placeNumber('fast-money', 99_999)).toBe('F-99999');
  expect(placeNumber('dreamx', 1_234_567)).toBe('X-1234567');
});

test.each([
  [2, 3, 7],
  [3, 4, 40],
  [5, 1, 1],
  [1, 6, 6],
])('a structure %i wide and %i levels deep has %i seats', (width, levels, seats) => {
  expect(seatsOf({ width, levels })).toBe(seats);
});

describe('the card of a plan that', () => {
  const onSale = { availability: 'on_sale', place: undefined, lacksPrevious: false, unfinished: undefined } as const;
  const mine = { closing: null, expiresAt: null };
  const tomorrow = new Date('2026-11-21T10:00:00Z');

  test.each([
    ['nobody has asked for', {}, 'available'],
    ['comes after one I never had', { lacksPrevious: true }, 'previous_required'],
    ['is not sold yet', { availability: 'in_development', lacksPrevious: true }, 'in_development'],
    ['I have for good', { place: mine, lacksPrevious: true }, 'bought'],
    ['I have until tomorrow', { place: { ...mine, expiresAt: tomorrow } }, 'active'],
    ['I have, though it is sold no more', { availability: 'in_development', place: mine }, 'bought'],
    ['is full', { place: { closing: 'full', expiresAt: tomorrow } }, 'closed'],
    ['I had until yesterday', { place: { closing: 'expired', expiresAt: tomorrow } }, 'available'],
    [
      'I had until yesterday, and is sold no more',
      { availability: 'in_development', place: { closing: 'expired', expiresAt: tomorrow } },
      'in_development',
    ],
    ['I have to pay', { unfinished: 'awaiting_payment' }, 'awaiting_payment'],
    ['I paid too little for', { unfinished: 'underpaid' }, 'awaiting_payment'],
    ['I paid too late for', { unfinished: 'paid_late', lacksPrevious: true }, 'awaiting_payment'],
    ['I have just paid', { unfinished: 'confirming' }, 'confirming'],
    ['I pay once more', { unfinished: 'confirming', place: { closing: 'expired', expiresAt: null } }, 'confirming'],
  ] as const)('%s', (_, how, state) => expect(cardState({ ...onSale, ...how })).toBe(state));
});

test('only what is available can be bought, and every no has its reason', () => {
  expect(CARD_STATES.map((state) => `${state}: ${purchaseBlocker(state) ?? 'nothing'}`)).toEqual([
    'available: nothing',
    'previous_required: previous_plan_required',
    'awaiting_payment: unfinished_transaction',
    'confirming: unfinished_transaction',
    'active: already_bought',
    'bought: already_bought',
    'closed: already_bought',
    'in_development: plan_not_on_sale',
  ]);
});

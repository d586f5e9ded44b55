import { expect, test } from 'vitest';
import type { Seat } from '#contracts/places.ts';
import { narrowPlans, readBoardFilter } from '#islands/places/use-board-address.ts';
import { treeOf } from '#islands/places/tree.tsx';
import { stepsOf } from '#islands/places/invoice-steps.tsx';
import { CARD_STATES } from '#domain/places.ts';
import { planIn } from './made-up.ts';

const seat = (level: number, above: number | null): Seat => ({ place: null, level, above });

test('seats hang below each other in the order in which they come', () => {
  const seats = [seat(1, null), seat(2, 0), seat(2, 0), seat(3, 1), seat(3, 2), seat(3, 2)];
  const top = treeOf(seats);
  expect(top?.below.map(({ below }) => below.length)).toEqual([1, 2]);
  expect(top?.below[1]?.below[0]?.seat).toBe(seats[4]);
  expect(treeOf([])).toBeUndefined();
});

test('a board is narrowed to what is mine or available, and by no other word', () => {
  const plans = CARD_STATES.map((state) => planIn(state));
  const shown = (show: string) =>
    narrowPlans(plans, readBoardFilter(new URLSearchParams({ show }))).map(({ state }) => state);
  expect(shown('mine')).toEqual(['awaiting_payment', 'confirming', 'active', 'bought', 'closed']);
  expect(shown('available')).toEqual(['available']);
  expect(shown('everything')).toEqual([...CARD_STATES]);
});

test('a transaction shows the steps it took, and while it goes on by itself those to come', () => {
  const at = '2026-11-20T11:02:00Z';
  const awaiting = { state: 'awaiting_payment' as const, at };
  expect(stepsOf({ state: 'awaiting_payment', steps: [awaiting], place: null, paid_at: null })).toEqual([
    { title: 'transactions:state.awaiting_payment', at, isCurrent: true },
    { title: 'transactions:state.confirming', at: undefined, isCurrent: false },
    { title: 'transactions:state.active', at: undefined, isCurrent: false },
  ]);
  const expired = { state: 'expired' as const, at };
  expect(stepsOf({ state: 'expired', steps: [awaiting, expired], place: null, paid_at: null })).toEqual([
    { title: 'transactions:state.awaiting_payment', at, isCurrent: false },
    { title: 'transactions:state.expired', at, isCurrent: true },
  ]);
});

test.each([[['awaiting_payment']], [['awaiting_payment', 'underpaid']]] as const)(
  'a payment of %j that settles at once keeps all its steps',
  (states) => {
    const at = '2026-11-20T11:02:00Z';
    const paid = '2026-11-20T11:20:00Z';
    const steps = states.map((state) => ({ state, at }));
    const before = stepsOf({ state: states.at(-1)!, steps, place: null, paid_at: null });
    const active = [...steps, { state: 'active' as const, at: paid }];
    const after = stepsOf({ state: 'active', steps: active, place: null, paid_at: paid });
    expect(after.map(({ title }) => title)).toEqual(before.map(({ title }) => title));
    expect(after.at(-2)).toEqual({ title: 'transactions:state.confirming', at: paid, isCurrent: false });
  },
);

test('the last step of a transaction is that its place closed', () => {
  const at = '2026-11-20T11:02:00Z';
  const closed = '2027-11-20T11:02:00Z';
  const active = { state: 'active' as const, at };
  const place = { id: 42, number: 'L-00042', above: null, seat: 1, closing: null, closed_at: null };
  const over = { ...place, closing: 'expired' as const, closed_at: closed };
  const open = { title: 'transactions:state.active', at };
  expect(stepsOf({ state: 'active', steps: [active], place, paid_at: null })).toEqual([{ ...open, isCurrent: true }]);
  expect(stepsOf({ state: 'active', steps: [active], place: over, paid_at: null })).toEqual([
    { ...open, isCurrent: false },
    { title: 'places:places.expired', at: closed, isCurrent: true },
  ]);
});

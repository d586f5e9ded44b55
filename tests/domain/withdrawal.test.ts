import { expect, test } from 'vitest';
import {
  isOpen,
  isReturned,
  NEXT_STATES,
  OPEN_STATES,
  shownOf,
  timelineOf,
  WITHDRAWAL_STATES,
} from '#domain/withdrawal.ts';

test('money is held while a withdrawal is open, and back on the balance unless it was paid', () => {
  expect(OPEN_STATES).toEqual(['requested', 'approved', 'sending']);
  expect(WITHDRAWAL_STATES.filter(isOpen)).toEqual(OPEN_STATES);
  expect(WITHDRAWAL_STATES.filter(isReturned)).toEqual(['cancelled', 'rejected', 'failed']);
});

test('what is being sent can neither be cancelled nor rejected, and an end is an end', () => {
  expect(WITHDRAWAL_STATES.flatMap((state) => NEXT_STATES[state].map((next) => `${state} → ${next}`))).toEqual([
    'requested → approved',
    'requested → cancelled',
    'requested → rejected',
    'approved → sending',
    'approved → rejected',
    'sending → completed',
    'sending → failed',
  ]);
});

const stepsOf = (...states: (typeof WITHDRAWAL_STATES)[number][]) => states.map((state) => ({ state }));
const read = (...states: (typeof WITHDRAWAL_STATES)[number][]) =>
  timelineOf({ state: states.at(-1)!, steps: stepsOf(...states) }).map(
    ({ state, step, isCurrent }) => `${step ? '●' : '○'} ${state}${isCurrent ? ' ←' : ''}`,
  );

test('its reader sees the steps that were taken, where it stands and what is still to come', () => {
  expect(read('requested')).toEqual(['● requested ←', '○ approved', '○ sending', '○ completed']);
  expect(read('requested', 'approved')).toEqual(['● requested', '● approved ←', '○ sending', '○ completed']);
  expect(read('requested', 'approved', 'sending')).toEqual([
    ...['● requested', '● approved', '● sending ←', '○ completed'],
  ]);
});

test('of what has ended nothing is to come', () => {
  expect(read('requested', 'cancelled')).toEqual(['● requested', '● cancelled ←']);
  expect(read('requested', 'approved', 'rejected')).toEqual(['● requested', '● approved', '● rejected ←']);
  expect(read('requested', 'approved', 'sending', 'completed').at(-1)).toBe('● completed ←');
});

test('a page is out of date once a withdrawal on it stands elsewhere, or another one is there', () => {
  const shown = shownOf([{ id: 'a', state: 'requested' }]);
  expect(shownOf([{ id: 'a', state: 'requested' }])).toBe(shown);
  expect(shownOf([{ id: 'a', state: 'approved' }])).not.toBe(shown);
  expect(shownOf([{ id: 'b', state: 'requested' }])).not.toBe(shown);
  expect(shownOf([])).not.toBe(shown);
});

import { expect, test } from 'vitest';
import { canTurn, chooseDay, clampDay, dayByKey, dayFault, type DayRules, monthsBySwipe } from '#domain/calendar.ts';

const rules: DayRules = { min: '2026-11-03', max: '2026-11-28', disabled: ['2026-11-11'], isPartial: false };

test.each([
  [['2026-11-03'], undefined],
  [['2026-11-28'], undefined],
  [['2026-11-02'], 'invalid-select'],
  [['2026-11-29'], 'invalid-select'],
  [['2026-11-11'], 'invalid-select'],
  [['2026-11-04', '2026-11-10'], undefined],
  [['2026-11-10', '2026-11-04'], undefined],
  [['2026-11-04', '2026-11-04'], undefined],
  [['2026-11-10', '2026-11-12'], 'invalid-fixed-range'],
  [['2026-11-12', '2026-11-10'], 'invalid-fixed-range'],
  [['2026-11-11', '2026-11-12'], 'invalid-select'],
  [['2026-11-04', ''], 'invalid-fixed-range'],
  [['', '2026-11-04'], 'invalid-fixed-range'],
  [['', ''], undefined],
  [[''], undefined],
])('of %j one hears %s', (ends, fault) => expect(dayFault(ends, rules)).toBe(fault));

test('a partial range may lack an end, but not hold a disabled day', () => {
  const partial = { ...rules, isPartial: true };
  expect(dayFault(['2026-11-04', ''], partial)).toBeUndefined();
  expect(dayFault(['', '2026-11-11'], partial)).toBe('invalid-select');
  expect(dayFault(['2026-11-10', '2026-11-12'], partial)).toBe('invalid-fixed-range');
});

test('one disabled day within a range is enough, wherever the others are', () => {
  const several = { ...rules, disabled: ['2026-11-05', '2026-11-11', '2026-11-20'] };
  expect(dayFault(['2026-11-10', '2026-11-12'], several)).toBe('invalid-fixed-range');
  expect(dayFault(['2026-11-12', '2026-11-19'], several)).toBeUndefined();
});

test('clicks make a range, in whatever order, and a third begins the next', () => {
  expect(chooseDay([], '2026-11-10', true, rules)).toEqual({ chosen: ['2026-11-10'] });
  expect(chooseDay(['2026-11-10'], '2026-11-04', true, rules)).toEqual({ chosen: ['2026-11-04', '2026-11-10'] });
  expect(chooseDay(['2026-11-04', '2026-11-10'], '2026-11-10', true, rules)).toEqual({ chosen: ['2026-11-10'] });
});

test('a day that can’t be changes nothing, a range that can’t be begins again', () => {
  expect(chooseDay(['2026-11-04'], '2026-11-11', true, rules)).toEqual({
    chosen: ['2026-11-04'],
    fault: 'invalid-select',
  });
  expect(chooseDay(['2026-11-04'], '2026-11-12', true, rules)).toEqual({
    chosen: ['2026-11-12'],
    fault: 'invalid-fixed-range',
  });
});

test('without a range the next day takes the place of the first', () => {
  expect(chooseDay(['2026-11-04'], '2026-11-12', false, rules)).toEqual({ chosen: ['2026-11-12'] });
});

test('nothing leads past the limits, and without limits everywhere', () => {
  expect(clampDay('2026-10-01', rules)).toBe('2026-11-03');
  expect(clampDay('2027-10-01', rules)).toBe('2026-11-28');
  expect(clampDay('2027-10-01', { ...rules, min: '', max: '' })).toBe('2027-10-01');
});

test('a month is turned to when a day of it is within the limits', () => {
  const open = { ...rules, min: '2026-10-31', max: '2026-12-01' };
  expect([canTurn('2026-11-20', -1, open), canTurn('2026-11-20', 1, open)]).toEqual([true, true]);
  expect([canTurn('2026-10-31', -1, open), canTurn('2026-12-01', 1, open)]).toEqual([false, false]);
  expect([canTurn('2026-11-20', -1, rules), canTurn('2026-11-03', 1, rules)]).toEqual([false, false]);
  expect(canTurn('2026-11-20', 1, { ...rules, min: '', max: '' })).toBe(true);
});

/** 2026-11-20 is a Friday. */
test.each([
  ['ArrowLeft', false, 1, '2026-11-19'],
  ['ArrowRight', false, 1, '2026-11-21'],
  ['ArrowUp', false, 1, '2026-11-13'],
  ['ArrowDown', false, 1, '2026-11-27'],
  ['Home', false, 1, '2026-11-16'],
  ['End', false, 1, '2026-11-22'],
  ['Home', false, 0, '2026-11-15'],
  ['End', false, 0, '2026-11-21'],
  ['Home', false, 6, '2026-11-14'],
  ['PageUp', false, 1, '2026-10-20'],
  ['PageDown', false, 1, '2026-12-20'],
  ['PageUp', true, 1, '2025-11-20'],
  ['PageDown', true, 1, '2027-11-20'],
  ['a', false, 1, undefined],
])('%s (shift %s) in a week from day %d leads to %s', (key, isShifted, weekStart, day) => {
  expect(dayByKey(key, isShifted, '2026-11-20', weekStart)).toBe(day);
});

test.each([
  [-10, 0, 1],
  [10, 0, -1],
  [-9, 0, 0],
  [9, 0, 0],
  [-40, 39, 1],
  [-40, 40, 0],
  [12, -90, 0],
])('a finger that goes %d across and %d down turns %d months', (acrossPx, downPx, months) => {
  expect(monthsBySwipe(acrossPx, downPx)).toBe(months);
});

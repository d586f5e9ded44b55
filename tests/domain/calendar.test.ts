import { expect, test } from 'vitest';
import {
  type CalendarView,
  canTurn,
  chooseDay,
  clampDay,
  dayFault,
  dayInside,
  type DayRules,
  isOpen,
  pagesBySwipe,
} from '#domain/calendar.ts';
import { dayByKey } from '#domain/calendar-keys.ts';

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

test('a page is turned to when a day of it is within the limits', () => {
  const turns = (day: string, view: CalendarView, limits: DayRules) =>
    ([-1, 1] as const).map((pages) => canTurn(day, pages, view, limits));
  const open = { ...rules, min: '2026-10-31', max: '2026-12-01' };
  expect(turns('2026-11-20', 'days', open)).toEqual([true, true]);
  expect([turns('2026-10-31', 'days', open)[0], turns('2026-12-01', 'days', open)[1]]).toEqual([false, false]);
  expect(turns('2026-11-20', 'days', rules)).toEqual([false, false]);
  expect(turns('2026-11-20', 'months', open)).toEqual([false, false]);
  const years = { ...rules, min: '2019-12-31', max: '2027-01-01' };
  expect(turns('2026-11-20', 'months', years)).toEqual([true, true]);
  expect(turns('2026-11-20', 'years', years)).toEqual([true, false]);
  for (const view of ['days', 'months', 'years'] as const)
    expect(turns('2026-11-20', view, { ...rules, min: '', max: '' })).toEqual([true, true]);
});

test('a month or a year can be chosen when a day of it is within the limits', () => {
  const seen = ['2026-10-01', '2026-11-01', '2026-12-01'].map((month) => isOpen(month, rules, 'months'));
  expect(seen).toEqual([false, true, false]);
  expect(['2025-01-01', '2026-01-01'].map((year) => isOpen(year, rules, 'years'))).toEqual([false, true]);
  expect(dayInside('2024-01-01', '2026-11-20', 'years')).toBe('2024-11-01');
  expect(dayInside('2024-02-01', '2026-11-20', 'months')).toBe('2024-02-01');
});

test.each([
  ['ArrowLeft', 'months', '2026-10-20'],
  ['ArrowRight', 'months', '2026-12-20'],
  ['ArrowUp', 'months', '2026-08-20'],
  ['ArrowDown', 'months', '2027-02-20'],
  ['Home', 'months', '2026-10-20'],
  ['End', 'months', '2026-12-20'],
  ['PageUp', 'months', '2025-11-20'],
  ['PageDown', 'months', '2027-11-20'],
  ['ArrowLeft', 'years', '2025-11-20'],
  ['ArrowRight', 'years', '2027-11-20'],
  ['ArrowUp', 'years', '2022-11-20'],
  ['ArrowDown', 'years', '2030-11-20'],
  ['Home', 'years', '2023-11-20'],
  ['End', 'years', '2026-11-20'],
  ['PageUp', 'years', '2016-11-20'],
  ['PageDown', 'years', '2036-11-20'],
] as const)('%s among %s leads to %s', (key, view, day) => {
  expect(dayByKey({ key, isShifted: false }, '2026-11-20', view, 1)).toBe(day);
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
  expect(dayByKey({ key, isShifted }, '2026-11-20', 'days', weekStart)).toBe(day);
});

test.each([
  [-10, 0, 1],
  [10, 0, -1],
  [-9, 0, 0],
  [9, 0, 0],
  [-40, 39, 1],
  [-40, 40, 0],
  [12, -90, 0],
])('a finger that goes %d across and %d down turns %d pages', (acrossPx, downPx, pages) => {
  expect(pagesBySwipe(acrossPx, downPx)).toBe(pages);
});

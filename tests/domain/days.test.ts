import { expect, test } from 'vitest';
import { addDays, addMonths, daysFrom, formatDay, formatDays, isDay, parseDay } from '#domain/days.ts';

test('a day is written the same everywhere', () => expect(formatDay('2026-11-02')).toBe('02.11.2026'));

test.each([
  [['', ''], ''],
  [['2026-11-02'], '02.11.2026'],
  [['2026-11-02', '2026-12-01'], '02.11.2026 — 01.12.2026'],
  [['2026-11-02', ''], '02.11.2026 —'],
  [['', '2026-12-01'], '— 01.12.2026'],
])('%j is shown as “%s”', (ends, shown) => expect(formatDays(ends)).toBe(shown));

test.each([
  ['20.11.2026', '2026-11-20'],
  ['2.1.2026', '2026-01-02'],
  [' 20/11-2026 ', '2026-11-20'],
  ['20 . 11 . 2026', '2026-11-20'],
  ['20112026', '2026-11-20'],
  ['29.02.2028', '2028-02-29'],
  ['29.02.2026', undefined],
  ['31.04.2026', undefined],
  ['20.13.2026', undefined],
  ['00.01.2026', undefined],
  ['1112026', undefined],
  ['20.11.26', undefined],
  ['20.11', undefined],
  ['1.2.20261', undefined],
  ['201120261', undefined],
  ['120112026', undefined],
  ['3020.11.2026', undefined],
  ['on 20.11.2026', undefined],
  ['soon', undefined],
  ['', undefined],
])('“%s” typed is %s', (typed, day) => expect(parseDay(typed)).toBe(day));

test('days are counted over months, leap days and years', () => {
  expect(addDays('2026-11-30', 1)).toBe('2026-12-01');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
});

test('a month further is the same day or the last one', () => {
  expect(addMonths('2026-11-20', 1)).toBe('2026-12-20');
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
  expect(addMonths('2028-02-29', -12)).toBe('2027-02-28');
});

test('the days of a chart follow each other, over the end of a month and when clocks change', () => {
  expect(daysFrom('2026-10-24', 3)).toEqual(['2026-10-24', '2026-10-25', '2026-10-26']);
  expect(daysFrom('2028-02-28', 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  expect(daysFrom('2026-11-20', 0)).toEqual([]);
});

test.each(['2026-02-29', '0000-01-01', '2026-1-1', '20260101', ''])('“%s” is no day', (text) =>
  expect(isDay(text)).toBe(false),
);

test('a day is one of the calendar', () => expect(isDay('2028-02-29')).toBe(true));

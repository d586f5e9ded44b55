import { expect, test } from 'vitest';
import { LANGUAGES } from '#domain/languages.ts';
import { firstWeekday, weekAround } from '#domain/week-start.ts';

test('a week starts as is usual in the language, until somebody chooses', () => {
  const usual = LANGUAGES.map(({ segment }) => [segment, firstWeekday('language', segment)]);
  expect(Object.fromEntries(usual)).toEqual({ ru: 1, en: 1, fr: 1, de: 1, tamil: 0, hindi: 0 });
  for (const { segment } of LANGUAGES) {
    const chosen = (['monday', 'saturday', 'sunday'] as const).map((start) => firstWeekday(start, segment));
    expect(chosen).toEqual([1, 6, 0]);
  }
});

// 2 January 2027 is a Saturday.
test.each([
  ['2027-01-02', 'monday', '2026-12-28'],
  ['2027-01-02', 'saturday', '2027-01-02'],
  ['2027-01-02', 'sunday', '2026-12-27'],
  ['2027-01-03', 'sunday', '2027-01-03'],
  ['2027-01-03', 'monday', '2026-12-28'],
  ['2027-01-08', 'saturday', '2027-01-02'],
] as const)('the week around %s that starts on a %s began on %s', (day, start, first) =>
  expect(weekAround(day, firstWeekday(start, 'en'))).toBe(first),
);

import { expect, test } from 'vitest';
import { presetRanges } from '#domain/calendar.ts';

test('the periods of a day in November', () =>
  expect(presetRanges('2026-11-20')).toEqual({
    today: { from: '2026-11-20', to: '2026-11-20' },
    week: { from: '2026-11-14', to: '2026-11-20' },
    month_days: { from: '2026-10-22', to: '2026-11-20' },
    month: { from: '2026-11-01', to: '2026-11-20' },
    last_month: { from: '2026-10-01', to: '2026-10-31' },
    all: {},
  }));

test('the first day of a month', () => {
  const { today, month, last_month } = presetRanges('2026-03-01');
  expect([today.from, month.from]).toEqual(['2026-03-01', '2026-03-01']);
  expect(last_month).toEqual({ from: '2026-02-01', to: '2026-02-28' });
});

test('the month before January is in the year before', () =>
  expect(presetRanges('2027-01-31').last_month).toEqual({
    from: '2026-12-01',
    to: '2026-12-31',
  }));

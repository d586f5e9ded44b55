import { expect, test } from 'vitest';
import { formatDate, formatNumber, formatTime } from '#i18n/format.ts';

const nbsp = '\u00a0';

test.each([
  [0, '0'],
  [999, '999'],
  [0.5, '0,5'],
  [1000, `1${nbsp}000`],
  [1234567.5, `1${nbsp}234${nbsp}567,5`],
  [-1250, `-1${nbsp}250`],
])('%d is grouped as in Russian', (value, text) => expect(formatNumber(value)).toBe(text));

test.each([
  ['an evening in UTC is the next day in Moscow', '2026-12-31T21:00:00Z', 'Europe/Moscow', '01.01.2027', '00:00'],
  ['noon', '2026-03-05T09:05:00Z', 'Europe/Moscow', '05.03.2026', '12:05'],
  ['summer time elsewhere', '2026-07-01T22:30:00Z', 'Europe/Berlin', '02.07.2026', '00:30'],
  ['half-hour zones', '2026-11-20T18:30:00Z', 'Asia/Kolkata', '21.11.2026', '00:00'],
])('%s', (_, time, timeZone, date, clock) => {
  expect([formatDate(time, timeZone), formatTime(new Date(time), timeZone)]).toEqual([date, clock]);
});

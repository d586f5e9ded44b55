import { expect, test } from 'vitest';
import { formatDate, formatMoney, formatNumber, formatShare, formatTime } from '#i18n/format.ts';

/** Separates groups of digits in every language. */
const narrow = '\u202f';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, `1${narrow}000`],
  [1234567, `1${narrow}234${narrow}567`],
  [-1250, `\u22121${narrow}250`],
])('%d is grouped by narrow spaces', (value, text) => expect(formatNumber(value)).toBe(text));

test.each([
  ['ru', ','],
  ['en', '.'],
  ['fr', ','],
  ['de', ','],
  ['tamil', '.'],
  ['hindi', '.'],
] as const)('an amount in %s has the decimal mark %s', (language, mark) => {
  expect(formatMoney('1250.5', language)).toBe(`1${narrow}250${mark}50`);
  expect(formatMoney('-0.123456', language)).toBe(`\u22120${mark}123456`);
  expect(formatMoney('3', language, { signed: true })).toBe(`+3${mark}00`);
});

test.each([
  ['en', 494, 500, '98.8%'],
  ['hindi', 1, 2, '50%'],
  ['de', 494, 500, '98,8\u00A0%'],
  ['fr', 0, 500, '0\u00A0%'],
  ['ru', 500, 500, '100\u00A0%'],
  ['en', 99_999, 100_000, '99.9%'],
  ['tamil', 1, 100_000, '0.1%'],
] as const)('in %s %d of %d are %s', (language, part, all, text) => {
  expect(formatShare(part, all, language)).toBe(text);
});

test('an amount larger than a number can hold keeps each digit', () => {
  expect(formatMoney('9007199254740993.000001', 'en')).toBe('9 007 199 254 740 993.000001'.replaceAll(' ', narrow));
});

test.each([
  ['an evening in UTC is the next day in Moscow', '2026-12-31T21:00:00Z', 'Europe/Moscow', '01.01.2027', '00:00'],
  ['noon', '2026-03-05T09:05:00Z', 'Europe/Moscow', '05.03.2026', '12:05'],
  ['summer time elsewhere', '2026-07-01T22:30:00Z', 'Europe/Berlin', '02.07.2026', '00:30'],
  ['half-hour zones', '2026-11-20T18:30:00Z', 'Asia/Kolkata', '21.11.2026', '00:00'],
])('%s', (_, time, timeZone, date, clock) => {
  expect([formatDate(time, timeZone), formatTime(new Date(time), timeZone)]).toEqual([date, clock]);
});

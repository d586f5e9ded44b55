import { expect, test } from 'vitest';
import { localTimeOf, withOffset } from '#domain/local-time.ts';

test.each([
  ['2026-11-24T19:00', 'Europe/Moscow', '2026-11-24T19:00:00+03:00'],
  ['2026-07-01T00:00', 'America/New_York', '2026-07-01T00:00:00-04:00'],
  ['2026-01-01T00:00', 'Asia/Kolkata', '2026-01-01T00:00:00+05:30'],
  ['2026-01-01T00:00', 'UTC', '2026-01-01T00:00:00+00:00'],
  ['2026-11-24T19:00:37.250', 'Europe/Moscow', '2026-11-24T19:00:37.250+03:00'],
  ['2026-10-25T01:30', 'Europe/Berlin', '2026-10-25T01:30:00+02:00'],
  ['2026-10-25T03:30', 'Europe/Berlin', '2026-10-25T03:30:00+01:00'],
])('%s in %s has its offset, and is itself again', (local, zone, written) => {
  expect(withOffset(local, zone)).toBe(written);
  expect(localTimeOf(new Date(written), zone)).toBe(local);
});

test.each([
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T03:30:00+02:00'],
  ['2023-10-01T00:00', 'America/Asuncion', '2023-10-01T01:00:00-03:00'],
  ['2026-03-08T02:30', 'America/New_York', '2026-03-08T03:30:00-04:00'],
])('%s, which the clock in %s skips, is the time an hour later', (local, zone, written) => {
  expect(withOffset(local, zone)).toBe(written);
});

test.each(['', 'tomorrow', '2026-02-31T10:00', '2026-13-01T10:00', '2026-11-24T25:00', '2026-11-24'])(
  'what is no time stays as it is: %s',
  (typed) => expect(withOffset(typed, 'Europe/Moscow')).toBe(typed),
);

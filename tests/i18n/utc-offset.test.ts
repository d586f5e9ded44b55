import { expect, test } from 'vitest';
import { formatDate, formatTime, rememberOffset } from '#i18n/format.ts';
import { holdsAt, utcOffset } from '#i18n/utc-offset.ts';

const NOW = new Date('2026-07-01T22:30:00Z');
const HALF_DAY_MS = 43_200_000;

test.each(['Europe/Moscow', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Africa/Casablanca', 'UTC'])(
  'times of %s read the same by its offset as without it, before and after the clock is changed too',
  (timeZone) => {
    const times = Array.from(
      { length: 20_000 },
      (_, index) => new Date(NOW.getTime() + (index - 18_000) * HALF_DAY_MS),
    );
    const read = () => times.map((time) => `${formatDate(time, timeZone)} ${formatTime(time, timeZone)}`);
    const before = read();
    rememberOffset(timeZone, utcOffset(timeZone, NOW));
    expect(read()).toEqual(before);
  },
);

test.each([
  ['Europe/Moscow', 180, '2014-10-26T00:00:00Z'],
  ['Europe/Berlin', 120, '2026-03-29T01:00:00Z'],
  ['America/New_York', -240, '2026-03-08T07:00:00Z'],
] as const)('%s is %d minutes from UTC since its clock was changed', (timeZone, minutes, since) => {
  const offset = utcOffset(timeZone, NOW);
  const changed = new Date(since);
  expect(offset[0]).toBe(minutes);
  expect(holdsAt(offset, NOW)).toBe(true);
  expect(holdsAt(offset, changed)).toBe(false);
  expect(holdsAt(offset, new Date(changed.getTime() + 14 * 2 * HALF_DAY_MS))).toBe(true);
});

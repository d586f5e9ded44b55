import { expect, test } from 'vitest';
import { canWithdraw, withdrawalEnd } from '#domain/withdrawal-right.ts';

test.each([
  ['bought in the morning', '2026-11-30T06:00:00Z', 'Europe/Moscow', '2026-12-14T20:59:59.999Z'],
  [
    'bought in the last second of the local day',
    '2026-11-30T20:59:59.999Z',
    'Europe/Moscow',
    '2026-12-14T20:59:59.999Z',
  ],
  ['bought just after the local midnight', '2026-11-30T21:00:00Z', 'Europe/Moscow', '2026-12-15T20:59:59.999Z'],
  ['clocks go forward in between', '2026-03-20T12:00:00Z', 'Europe/Berlin', '2026-04-03T21:59:59.999Z'],
  ['clocks go back in between', '2026-10-20T12:00:00Z', 'Europe/Berlin', '2026-11-03T22:59:59.999Z'],
  ['clocks go back on the last day', '2026-10-11T12:00:00Z', 'Europe/Berlin', '2026-10-25T22:59:59.999Z'],
  ['clocks go back at the midnight after it', '2026-10-17T12:00:00Z', 'America/Havana', '2026-11-01T03:59:59.999Z'],
])('fourteen days end with the last local day: %s', (_, boughtAt, timeZone, end) => {
  expect(withdrawalEnd(new Date(boughtAt), 14, timeZone)?.toISOString()).toBe(end);
});

test('day 14 at 23:59:59 is in time, day 15 at 00:00 is not, and without days there is no right', () => {
  const right = { until: '2026-12-14T20:59:59.999Z', withdrawn_at: null };
  expect(canWithdraw(right, new Date('2026-12-14T20:59:59.999Z'))).toBe(true);
  expect(canWithdraw(right, new Date('2026-12-14T21:00:00Z'))).toBe(false);
  expect(canWithdraw({ ...right, withdrawn_at: '2026-12-01T00:00:00Z' }, new Date('2026-12-02T00:00:00Z'))).toBe(false);
  expect(canWithdraw(null, new Date())).toBe(false);
  expect(withdrawalEnd(new Date(), 0, 'Europe/Moscow')).toBeNull();
});

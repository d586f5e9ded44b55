import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownTime } from '#domain/own-time.ts';

beforeEach(() => vi.stubEnv('TZ', 'Asia/Kolkata'));
afterEach(() => vi.unstubAllEnvs());

test('somebody in Chennai reads when a webinar begins for them, where that differs from what the page says', () => {
  expect(ownTime('2026-11-05T15:00:00Z', '05.11.2026 18:00')).toBe('20:30');
  expect(ownTime('2026-11-05T21:05:00Z', '06.11.2026 00:05')).toBe('02:35');
  expect(ownTime('2026-12-31T18:45:00Z', '31.12.2026 21:45')).toBe('01.01.2027 00:15');
  expect(ownTime('2026-11-05T15:00:00Z', '05.11.2026 20:30')).toBeUndefined();
});

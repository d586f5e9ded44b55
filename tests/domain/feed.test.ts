import { expect, test } from 'vitest';
import { canJoin, endOf, joinInSeconds, webinarState } from '#domain/feed.ts';

const webinar = { startsAt: new Date('2026-11-20T18:00:00Z'), minutes: 90 };

test.each([
  ['16:44:59', 'soon', false, null],
  ['16:45:00', 'soon', false, 3_600],
  ['17:00:00', 'soon', false, 2_700],
  ['17:44:59.500', 'soon', false, 1],
  ['17:45:00', 'soon', true, null],
  ['17:59:59', 'soon', true, null],
  ['18:00:00', 'live', true, null],
  ['19:29:59', 'live', true, null],
  ['19:30:00', 'past', false, null],
])('at %s a webinar from six to half past seven is %s', (clock, state, isOpen, waitSeconds) => {
  const now = new Date(`2026-11-20T${clock}Z`);
  expect(webinarState(webinar, now)).toBe(state);
  expect(canJoin(webinar, now)).toBe(isOpen);
  expect(joinInSeconds(webinar, now)).toBe(waitSeconds);
});

test('it ends when its minutes are over', () => {
  expect(endOf(webinar).toISOString()).toBe('2026-11-20T19:30:00.000Z');
});

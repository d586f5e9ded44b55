import { describe, expect, test } from 'vitest';
import { normaliseUsername, readRef, soundsOfficial, USERNAME_PATTERN } from '#domain/identity.ts';

describe('a username', () => {
  test.each(['anna', 'a.b-c_d', '007', 'x'.repeat(32), ' Anna '])('may be %j', (username) => {
    expect(normaliseUsername(username)).toMatch(USERNAME_PATTERN);
  });
  test.each(['ab', 'x'.repeat(33), 'an na', 'анна', 'anna@home', 'anna\n', 'İvan', ''])('may not be %j', (username) => {
    expect(username.toLowerCase()).not.toMatch(USERNAME_PATTERN);
  });
  test('is the same in capitals', () => expect(normaliseUsername(' ANNA')).toBe('anna'));
  test.each(['admin', 'admin1', '_admin_', 'a-d-m-i-n', 'support.24', 'atrium_team', 'help-desk'])(
    '%j is taken for ours',
    (username) => expect(soundsOfficial(username)).toBe(true),
  );
  test.each(['anna', 'anna.team', 'supportive', 'badmin', '007', 'steam'])('%j is not', (username) =>
    expect(soundsOfficial(username)).toBe(false),
  );
});

describe('a referral code', () => {
  test.each(['anna', 'A-1_b', 'x'.repeat(64)])('%j is read', (ref) => expect(readRef(ref)).toBe(ref));
  test.each([undefined, null, '', 'x'.repeat(65), 'an na', 'a.b', 'a/b', 'anna\n', '<b>', 'анна'])(
    '%j is ignored',
    (ref) => {
      expect(readRef(ref)).toBeUndefined();
    },
  );
});

import { describe, expect, test } from 'vitest';
import {
  EMAIL_PATTERN,
  normaliseEmail,
  normaliseUsername,
  readRef,
  soundsOfficial,
  USERNAME_PATTERN,
} from '#domain/identity.ts';

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

describe('an e-mail', () => {
  test.each(['a@b.de', 'first.last+tag@mail.example.org', 'анна@почта.рф', "o'neill@example.ie"])(
    'may be %j',
    (email) => {
      expect(normaliseEmail(email)).toMatch(EMAIL_PATTERN);
    },
  );
  test.each([
    ...[
      '',
      'anna',
      'anna@',
      '@example.org',
      'anna@example',
      'anna@example.',
      'anna@.org',
      'a b@example.org',
      'a@b@c.org',
    ],
    ...['an\u200Bna@b.org', 'anna@b\u202E.org', 'an\u0085na@b.org', 'anna@b.o\u00ADrg', 'an\u3000na@b.org'],
    ...['a@b.org, c@d.org', 'anna <a@b.org>', 'a@b.org\r\nBcc: c@d.org', `${'x'.repeat(65)}@example.org`],
  ])('may not be %j', (email) => expect(normaliseEmail(email)).not.toMatch(EMAIL_PATTERN));
  test('is the same in capitals and in full-width letters', () => {
    expect(normaliseEmail(' Ａnna@Example.ORG ')).toBe('anna@example.org');
  });
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

import { describe, expect, test } from 'vitest';
import { signUp } from '#contracts/auth.ts';

const priya = {
  username: 'Priya',
  email: ' Priya@Example.ORG ',
  password: 'Demo-2026!',
  password_repeat: 'Demo-2026!',
  ref: 'anna',
  agreed: '18.1.2',
  bot_check: 'proof',
};

test('a guest signs up; names are brought into their stored form', () => {
  expect(signUp.input.parse(priya)).toEqual({ ...priya, username: 'priya', email: 'priya@example.org' });
});

describe('a guest is told', () => {
  test.each([
    ['username', 'pr', ['username_pattern']],
    ['username', 'Totals', ['username_taken']],
    ['username', '', ['required']],
    ['username', '   ', ['required']],
    ['email', 'priya', ['email_invalid']],
    ['email', '', ['required']],
    ['email', `${'x'.repeat(250)}@example.org`, ['too_long?max=254']],
    ['password_repeat', 'Demo-2027!', ['passwords_differ']],
    ['ref', '', ['inviter_required']],
    ['ref', 'a/b', ['inviter_unknown']],
    ['agreed', '', ['agreement_required']],
    ['bot_check', '', ['required']],
  ])('what is wrong with %s %j', (field, value, faults) => {
    expect(faultsOf({ ...priya, [field]: value })).toEqual({ [field]: faults });
  });

  test('every rule that the password breaks', () => {
    expect(faultsOf({ ...priya, password: 'abc', password_repeat: 'abc' })).toEqual({
      password: ['password_short', 'password_digit', 'password_symbol'],
    });
  });

  test('everything at once', () => {
    const faults = faultsOf({ ...priya, username: '', email: 'priya', password_repeat: 'other' });
    expect(faults).toEqual({ username: ['required'], email: ['email_invalid'], password_repeat: ['passwords_differ'] });
  });

  test('what is missing altogether', () => {
    expect(faultsOf({})).toEqual({
      username: ['required'],
      email: ['required'],
      password: ['required'],
      password_repeat: ['required'],
      ref: ['required'],
      agreed: ['required'],
      bot_check: ['required'],
    });
  });

  test('that a zero byte is not text', () => {
    expect(faultsOf({ ...priya, bot_check: 'a\0b' })).toEqual({ bot_check: ['invalid'] });
  });
});

test('a field that nobody asked for is refused', () => {
  expect(signUp.input.safeParse({ ...priya, career_status: 'director' }).error?.issues[0]?.code).toBe(
    'unrecognized_keys',
  );
});

function faultsOf(input: unknown): Record<string, string[]> {
  const faults: Record<string, string[]> = {};
  for (const { path, message } of signUp.input.safeParse(input).error?.issues ?? []) {
    (faults[path.join('.')] ??= []).push(message);
  }
  return faults;
}

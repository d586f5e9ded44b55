import { expect, test } from 'vitest';
import { brokenPasswordRules, isWordOfTheSite } from '#domain/password.ts';

test.each([
  ['the password of the demo', 'Demo-2026!', []],
  ['six characters are enough', 'abc1-d', []],
  ['five are not', 'ab1-d', ['password_short']],
  ['no digit', 'abcdef-', ['password_digit']],
  ['no letter', '123456-', ['password_letter']],
  ['no symbol', 'abcdef1', ['password_symbol']],
  ['nothing at all', '', ['password_short', 'password_digit', 'password_letter', 'password_symbol']],
  ['letters of another script', 'пароль7!', []],
  ['Tamil letters and digits', 'கடவு௧௨!', []],
  ['an accent is part of its letter, no symbol', 'cafe\u0301123', ['password_symbol']],
  ['a space is no symbol', 'abc def 1', ['password_symbol']],
  ['an emoji is one character and a symbol', 'ab12🔑', ['password_short']],
])('%s', (_, password, broken) => expect(brokenPasswordRules(password)).toEqual(broken));

test.each([
  ['Atrium2026!', true],
  ['1-DreamX-2', true],
  ['QCHAIN#1', true],
  ['Atrium-of-Rome-1', false],
  ['Demo-2026!', false],
])('%s is a name of the site with signs around it: %s', (password, is) => expect(isWordOfTheSite(password)).toBe(is));

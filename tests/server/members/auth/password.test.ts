import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { brokenPasswordRules } from '#domain/password.ts';
import { isCommonPassword } from '#server/members/auth/index.ts';

const isAllowed = (password: string) => brokenPasswordRules(password).length === 0;

test('of the commonest passwords the first 3,000 that our rules allow, if only with a symbol behind, are refused', () => {
  const allowed = dictionary['passwords-common']
    .map((word) => (isAllowed(word) ? word : `${word}!`))
    .filter(isAllowed)
    .slice(0, 3_000);
  expect(allowed).toHaveLength(3_000);
  expect(allowed.filter((password) => !isCommonPassword(password))).toEqual([]);
});

const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 1024;

export const PASSWORD_RULES = ['password_short', 'password_digit', 'password_letter', 'password_symbol'] as const;
export type PasswordRule = (typeof PASSWORD_RULES)[number];

const tests: Record<PasswordRule, (password: string) => boolean> = {
  password_short: (password) => [...password].length >= PASSWORD_MIN,
  password_digit: (password) => /\p{Nd}/u.test(password),
  password_letter: (password) => /\p{L}/u.test(password),
  password_symbol: (password) => /[^\p{L}\p{M}\p{N}\s]/u.test(password),
};

const WORDS_OF_THE_SITE = new Set(['atrium', 'dreamx', 'license', 'licenses', 'qchain', 'qpayments', 'turbo', 'usdt']);

/** Ignores digits and signs around the word: `Atrium2026!`. */
export function isWordOfTheSite(password: string): boolean {
  return WORDS_OF_THE_SITE.has(password.toLowerCase().replaceAll(/[^\p{L}\p{M}]/gu, ''));
}

/** In display order. Letters and digits of any script count. */
export function brokenPasswordRules(password: string): PasswordRule[] {
  return PASSWORD_RULES.filter((rule) => !tests[rule](password));
}

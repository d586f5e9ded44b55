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

/** The rules a password breaks, in the order they are shown. Letters and digits of any script count. */
export function brokenPasswordRules(password: string): PasswordRule[] {
  return PASSWORD_RULES.filter((rule) => !tests[rule](password));
}

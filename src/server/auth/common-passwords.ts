import { dictionary } from '@zxcvbn-ts/language-common';

/** The 10,000 passwords most often found in leaks, commonest first (the zxcvbn-ts project's list). */
const commonest = new Set(dictionary['passwords-common'].slice(0, 10_000));

/** Almost no leaked password has the symbol ours must have, so `password1!` counts as the `password1` it is. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return commonest.has(lower) || commonest.has(lower.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, ''));
}

import { asciiDigits } from './digits.ts';

/** Longest code as typed: with blanks, hyphens and signs that can't be seen. */
export const CODE_MAX = 64;
export const PASSKEY_NAME_MAX = 60;
export const MAX_PASSKEYS = 20;

/** Crockford's base32: no letter in it looks like a digit of it. */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RECOVERY_CODE = new RegExp(`^[${RECOVERY_ALPHABET}]{12}$`);
const APP_CODE = /^\d{6}$/;

/** The letters and digits of a typed code: digits of any script, O as zero, I and L as one. */
export function foldCode(typed: string): string {
  return asciiDigits(typed.normalize('NFKC'))
    .toUpperCase()
    .replaceAll(/[^\p{L}\d]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
}

/** Whether a folded code has the form of an authenticator app's code. */
export function isAppCode(code: string): boolean {
  return APP_CODE.test(code);
}

/** Whether a folded code has the form of a recovery code, which no code of an app has. */
export function isRecoveryCode(code: string): boolean {
  return RECOVERY_CODE.test(code);
}

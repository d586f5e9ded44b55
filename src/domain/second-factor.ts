import { asciiDigits } from './digits.ts';

export const CODE_MAX = 64;
export const PASSKEY_NAME_MAX = 60;
export const MAX_PASSKEYS = 20;

/** Crockford's base32: no letter looks like a digit. */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RECOVERY_CODE = new RegExp(`^[${RECOVERY_ALPHABET}]{12}$`);
const APP_CODE = /^\d{6}$/;

/** Converts digits of any script, O to zero, I and L to one. */
export function foldCode(typed: string): string {
  return asciiDigits(typed.normalize('NFKC'))
    .toUpperCase()
    .replaceAll(/[^\p{L}\d]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
}

export function isAppCode(code: string): boolean {
  return APP_CODE.test(code);
}

export function isRecoveryCode(code: string): boolean {
  return RECOVERY_CODE.test(code);
}

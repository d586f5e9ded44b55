import { randomInt, timingSafeEqual } from 'node:crypto';
import { type Keys, mac } from '#server/secrets.ts';

const RECOVERY_CODES = 10;

/** Crockford's base32: no letter in it looks like a digit of it. Twelve of them are 60 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** Ten codes as they are shown, once: `7K2M-0XQP-93HD`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
}

function newRecoveryCode(): string {
  const sign = () => ALPHABET.charAt(randomInt(ALPHABET.length));
  const group = () => Array.from({ length: GROUP_LENGTH }, sign).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** What is kept of a code: whoever steals the database can't even guess at it without the key. */
export function hashRecoveryCode([key]: Keys, code: string): Buffer {
  return hashBy(key, code);
}

/** Whether it has the form of a recovery code, which no code of an app has. */
export function isRecoveryCode(code: string): boolean {
  const plain = normaliseCode(code);
  return plain.length === GROUPS * GROUP_LENGTH && Array.from(plain).every((sign) => ALPHABET.includes(sign));
}

/** Which of the kept hashes is this code's, typed in whatever way. */
export function findRecoveryCode(keys: Keys, code: string, hashes: readonly Buffer[]): Buffer | undefined {
  const made = keys.map((key) => hashBy(key, code));
  const isMade = (hash: Buffer) => made.some((one) => one.length === hash.length && timingSafeEqual(one, hash));
  return hashes.find(isMade);
}

function hashBy(key: Buffer, code: string): Buffer {
  return mac(key, 'recovery code', normaliseCode(code));
}

/** O is read as zero, I and L as one; spaces and hyphens say nothing. */
function normaliseCode(code: string): string {
  return code
    .toUpperCase()
    .replaceAll(/[\s\-‐-―]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
}

import { randomInt, timingSafeEqual } from 'node:crypto';
import { foldCode, RECOVERY_ALPHABET } from '#domain/second-factor.ts';
import { type Keys, mac } from '#server/base/secrets.ts';

const RECOVERY_CODES = 10;

/** 12 characters of 32 letters and digits: 60 bits. */
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** `7K2M-0XQP-93HD`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
}

function newRecoveryCode(): string {
  const sign = () => RECOVERY_ALPHABET.charAt(randomInt(RECOVERY_ALPHABET.length));
  const group = () => Array.from({ length: GROUP_LENGTH }, sign).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** Keyed: codes can’t be guessed from a stolen database. */
export function hashRecoveryCode([key]: Keys, code: string): Buffer {
  return hashBy(key, code);
}

/** The matching hash; `code` may have other case and separators. */
export function findRecoveryCode(keys: Keys, code: string, hashes: readonly Buffer[]): Buffer | undefined {
  const candidates = keys.map((key) => hashBy(key, code));
  const isCandidate = (hash: Buffer) =>
    candidates.some((candidate) => candidate.length === hash.length && timingSafeEqual(candidate, hash));
  return hashes.find(isCandidate);
}

function hashBy(key: Buffer, code: string): Buffer {
  return mac(key, 'recovery code', foldCode(code));
}

import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findRecoveryCode, hashRecoveryCode, newRecoveryCodes } from '#server/api/second-factor/index.ts';
import type { Keys } from '#server/base/secrets.ts';

const keys: Keys = [randomBytes(32)];
const hashesOf = (codes: readonly string[]) => codes.map((code) => hashRecoveryCode(keys, code));

test('there are ten, each another, without signs that look alike', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
});

test('no code can be worked out from the numbers of Math.random', () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
  expect(new Set([...newRecoveryCodes(), ...newRecoveryCodes()]).size).toBe(20);
  expect(random).not.toHaveBeenCalled();
});

test('a code is found however it is typed, and only itself', () => {
  const hashes = hashesOf(['7K2M-0XQ1-93HD', '1111-2222-3333']);
  for (const typed of [
    '7K2M-0XQ1-93HD',
    '7k2m0xq193hd',
    ' 7k2m oxqI 93hd ',
    '7K2M–0XQL–93HD',
    '7K2M·0XQ1\u200B93HD',
    '７Ｋ２Ｍ０ＸＱ१९३ＨＤ',
  ]) {
    expect(findRecoveryCode(keys, typed, hashes)).toBe(hashes[0]);
  }
  for (const typed of ['', '7K2M-0XQ1-93H', '7K2M-0XQ1-93HE', '7K2M-0XQ1']) {
    expect(findRecoveryCode(keys, typed, hashes)).toBeUndefined();
  }
});

test('it is found through a rotation, and is nothing to whoever has the hashes but not the key', () => {
  const codes = newRecoveryCodes();
  const hashes = hashesOf(codes);
  const second = randomBytes(32);
  expect(findRecoveryCode([second, keys[0]], codes[3] ?? '', hashes)).toBe(hashes[3]);
  expect(findRecoveryCode([second], codes[3] ?? '', hashes)).toBeUndefined();
});

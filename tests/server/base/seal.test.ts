import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveSecrets } from '#server/base/secrets.ts';
import { seal, unseal } from '#server/base/seal.ts';

const pepper = (version: number) => ({ version, secret: randomBytes(32).toString('base64') });
const [first, second] = [pepper(1), pepper(2)];
const keysOf = (...peppers: Parameters<typeof deriveSecrets>[1][]) =>
  deriveSecrets(['a session secret of the tests'], peppers[0]).secondFactor;
const old = keysOf({ inUse: [first] });
const both = keysOf({ inUse: [second, first] });
const retired = keysOf({ inUse: [second], retired: [first] });
const next = keysOf({ inUse: [second] });
const plain = Buffer.from('of an authenticator');

test('a secret opens through a rotation of the pepper, and not without the one it was sealed with', () => {
  const sealed = seal(old, plain);
  for (const keys of [old, both, retired]) expect(unseal(keys, sealed)).toEqual(plain);
  expect(unseal(next, sealed)).toBeUndefined();
});

test('what is sealed from then on opens with the new one alone', () => {
  expect(unseal(next, seal(both, plain))).toEqual(plain);
  expect(unseal(old, seal(both, plain))).toBeUndefined();
});

test('a sealed secret tells nothing, not even that it is the same', () => {
  const [one, other] = [seal(old, plain), seal(old, plain)];
  expect(one).not.toEqual(other);
  expect(one.includes(plain)).toBe(false);
});

test('an altered, short or empty one is nothing', () => {
  const sealed = seal(old, plain);
  for (const place of sealed.keys()) {
    const altered = Buffer.from(sealed);
    altered[place] = (altered[place] ?? 0) ^ 1;
    expect(unseal(old, altered)).toBeUndefined();
  }
  for (const length of [0, 12, 28, sealed.length - 1]) {
    expect(unseal(old, sealed.subarray(0, length))).toBeUndefined();
  }
});

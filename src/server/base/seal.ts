import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keys } from './secrets.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

export function seal([key]: Keys, plain: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Undefined for a wrong key or altered bytes. */
export function unseal(keys: Keys, sealed: Buffer): Buffer | undefined {
  return keys.map((key) => unsealWith(key, sealed)).find(Boolean);
}

function unsealWith(key: Buffer, bytes: Buffer): Buffer | undefined {
  if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

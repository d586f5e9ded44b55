import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { mac } from '#server/secrets.ts';

const ID_BYTES = 16;
const SECRET_BYTES = 32;
const TAG_BYTES = 16;
const IV_BYTES = 12;

/**
 * Family id, 32 random bytes, and a tag that only we can make: a token that was never ours can't be taken for an
 * old one and end somebody's session.
 */
export function mintRefreshToken(key: Buffer, familyId: string): string {
  const body = Buffer.concat([Buffer.from(familyId.replaceAll('-', ''), 'hex'), randomBytes(SECRET_BYTES)]);
  return Buffer.concat([body, tagOf(key, body)]).toString('base64url');
}

/** The family a token of ours names; nothing for any other string. */
export function familyOf(key: Buffer, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  const isWrittenAsOurs = bytes.toString('base64url') === token;
  if (!isWrittenAsOurs || bytes.length !== ID_BYTES + SECRET_BYTES + TAG_BYTES) return undefined;
  const body = bytes.subarray(0, -TAG_BYTES);
  if (!timingSafeEqual(bytes.subarray(-TAG_BYTES), tagOf(key, body))) return undefined;
  return body.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Hides a child token so that only the holder of its parent can read it. */
export function sealChild(parent: string, child: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(parent), iv);
  const sealed = Buffer.concat([cipher.update(child, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

export function openChild(parent: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(parent), sealed.subarray(0, IV_BYTES));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + 16));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + 16)), decipher.final()]).toString('utf8');
}

function sealingKey(parent: string): Buffer {
  return Buffer.from(hkdfSync('sha256', parent, 'atrium', 'refresh child', 32));
}

function tagOf(key: Buffer, body: Buffer): Buffer {
  return mac(key, body).subarray(0, TAG_BYTES);
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { sign, verify } from 'hono/jwt';
import { LRUCache } from 'lru-cache';
import type { Services } from '#server/api/services.ts';
import { isMadeWithOne, type Keys, mac } from '#server/base/secrets.ts';

export const ACCESS_SECONDS = 60 * 60;
export const REFRESH_SECONDS = 3 * 60 * 60;
/** Maximum age of a session, however often it is refreshed. */
export const FAMILY_SECONDS = 30 * 24 * 60 * 60;
/** For retries after a lost response and for parallel tabs. */
export const REUSE_SECONDS = 15;

type Claims = { sub: string; fam: string; iat: number; exp: number };
export type AccessClaims = { memberId: number; familyId: string };

export function signAccessToken(services: Services, { memberId, familyId }: AccessClaims): Promise<string> {
  const iat = Math.floor(services.clock.now().getTime() / 1000);
  const claims: Claims = { sub: String(memberId), fam: familyId, iat, exp: iat + ACCESS_SECONDS };
  return sign(claims, services.secrets.accessToken[0].toString('base64url'), 'HS256');
}

/** Caches verified signatures only; expiry and session are checked each time. */
const verifiedTokens = new LRUCache<string, Claims>({ max: 5_000 });

export async function readAccessToken(services: Services, token: string): Promise<AccessClaims | undefined> {
  for (const secret of services.secrets.accessToken) {
    const key = secret.toString('base64url');
    const claims = verifiedTokens.get(key + token) ?? (await verifyToken(key, token));
    if (!claims) continue;
    if (claims.exp * 1000 <= services.clock.now().getTime()) return undefined;
    verifiedTokens.set(key + token, claims);
    return { memberId: Number(claims.sub), familyId: claims.fam };
  }
  return undefined;
}

async function verifyToken(key: string, token: string): Promise<Claims | undefined> {
  try {
    const payload = await verify(token, key, { alg: 'HS256', exp: false, iat: false, nbf: false });
    const { sub, fam, iat, exp } = payload as Partial<Claims>;
    const isWhole = typeof sub === 'string' && typeof fam === 'string' && typeof exp === 'number';
    return isWhole ? { sub, fam, iat: iat ?? 0, exp } : undefined;
  } catch {
    return undefined;
  }
}

const ID_BYTES = 16;
const SECRET_BYTES = 32;
const TAG_BYTES = 16;
const IV_BYTES = 12;

/** Family id, 32 random bytes, MAC. Without the MAC, an invented token could end a session as reused. */
export function mintRefreshToken([key]: Keys, familyId: string): string {
  const body = Buffer.concat([Buffer.from(familyId.replaceAll('-', ''), 'hex'), randomBytes(SECRET_BYTES)]);
  return Buffer.concat([body, tagOf(key, body)]).toString('base64url');
}

export function familyOf(keys: Keys, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  const isCanonical = bytes.toString('base64url') === token;
  if (!isCanonical || bytes.length !== ID_BYTES + SECRET_BYTES + TAG_BYTES) return undefined;
  const body = bytes.subarray(0, -TAG_BYTES);
  if (!isMadeWithOne(keys, bytes.subarray(-TAG_BYTES), (key) => tagOf(key, body))) return undefined;
  return body.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Only the holder of the parent token can open it. */
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

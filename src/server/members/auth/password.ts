import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { dictionary } from '@zxcvbn-ts/language-common';
import { and, eq } from 'drizzle-orm';
import { isWordOfTheSite } from '#domain/password.ts';
import { isRefused, type Refused, refuseField } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members } from '#server/db/schema/index.ts';
import type { HashCost } from '#server/base/hash-costs.ts';
import { limitConcurrency } from '#server/base/limit-concurrency.ts';
import type { Services } from '#server/api/services.ts';
import { consumeRateLimit, resetRateLimit } from '#server/api/rate-limits.ts';
import { notify } from '#server/members/notices/index.ts';
import { useLinks } from './use-link.ts';

const hash = promisify(argon2);

const OUTPUT = { parallelism: 1, tagLength: 32 };
const limitHashing = limitConcurrency({ concurrency: 2, maxQueued: 64 });

export class TooManyHashes extends Error {}

/** Argon2id in PHC string format. */
export async function hashPassword(password: string, { memory, passes }: HashCost): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await queued(() => hash('argon2id', { ...OUTPUT, memory, passes, message: password, nonce }));
  return formatHash({ memory, passes }, nonce, tag);
}

function formatHash(cost: HashCost, nonce: Buffer, tag: Buffer): string {
  return `${hashPrefix(cost)}${unpaddedBase64(nonce)}$${unpaddedBase64(tag)}`;
}

function hashPrefix({ memory, passes }: HashCost): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${OUTPUT.parallelism}$`;
}

/** Matches no password. Comparing with it hides whether an account exists. */
export function makeDummyHash(cost: HashCost): string {
  return formatHash(cost, randomBytes(16), randomBytes(OUTPUT.tagLength));
}

export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [, , , params = '', nonce = '', tag = ''] = stored.split('$');
  const [memory = 0, passes = 0, parallelism = 0] = params.split(',').map((pair) => Number(pair.slice(2)));
  const expectedTag = Buffer.from(tag, 'base64');
  const cost = { memory, passes, parallelism, tagLength: expectedTag.length };
  const actualTag = await queued(() =>
    hash('argon2id', { ...cost, message: password, nonce: Buffer.from(nonce, 'base64') }),
  );
  return timingSafeEqual(actualTag, expectedTag);
}

function unpaddedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

async function queued<T>(work: () => Promise<T>): Promise<T> {
  const result = await limitHashing(work);
  if (isRefused(result)) throw new TooManyHashes('too many passwords are waiting to be checked');
  return result;
}

/** The 49,233 most common leaked passwords (zxcvbn-ts); 11,234 meet our rules except for the symbol. */
const commonPasswords = new Set(dictionary['passwords-common']);

/** Also compares without symbols, because few leaked passwords have one: `password1!` counts as `password1`. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const letters = lower.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
  return isWordOfTheSite(lower) || commonPasswords.has(lower) || commonPasswords.has(letters);
}

/** Notifies the member and voids their reset and e-mail links. False if the password was changed concurrently. */
export async function setPassword(tx: Db, services: Services, member: Member, passwordHash: string): Promise<boolean> {
  const now = services.clock.now();
  const changed = await tx
    .update(members)
    .set({ passwordHash, passwordChangedAt: now })
    .where(and(eq(members.id, member.id), eq(members.passwordHash, member.passwordHash)))
    .returning({ id: members.id });
  if (changed.length === 0) return false;
  await useLinks(tx, now, 'reset', member.id);
  await useLinks(tx, now, 'email', member.id);
  await notify(tx, services, member, 'password-changed');
  return true;
}

export async function hashAnew(passwordHash: string, password: string, cost: HashCost): Promise<string | undefined> {
  return passwordHash.startsWith(hashPrefix(cost)) ? undefined : hashPassword(password, cost);
}

/** A password that was set in the meantime stays. */
export async function renewHash(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { id, passwordHash }: Member,
  password: string,
): Promise<void> {
  const renewed = await hashAnew(passwordHash, password, config.hashCosts.password);
  if (!renewed) return;
  await db
    .update(members)
    .set({ passwordHash: renewed })
    .where(and(eq(members.id, id), eq(members.passwordHash, passwordHash)));
}

/** Undefined if the password is right. */
export async function provePassword(
  services: Services,
  member: Member,
  field: string,
  password: string,
): Promise<Refused | undefined> {
  const rateLimited = await consumeRateLimit(services, 'passwordAccount', String(member.id));
  if (rateLimited) return rateLimited;
  if (!(await isPassword(password, member.passwordHash))) {
    return refuseField(field, 'password_wrong');
  }
  await resetRateLimit(services, 'passwordAccount', String(member.id));
  return undefined;
}

import { randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { addSeconds } from '#server/base/clock.ts';
import { type Member, members } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller, MemberCaller } from '#server/api/caller.ts';
import { addressKey, consumeRateLimit } from '#server/api/rate-limits.ts';
import { isMadeWithOne, mac } from '#server/base/secrets.ts';
import { type FoundPost, isOut, readerOf, readPosts } from './queries.ts';

const SALT_BYTES = 16;
const PROOF_BYTES = 16;
const KEY = /^[\w-]{43}$/;
const MAX_WEBINARS = 200;
const MONTH_SECONDS = 30 * 24 * 60 * 60;

/** Salt (finds the owner) and MAC, whose key isn't in the database: a leaked database reveals no address. */
export function calendarAddress({ config, secrets }: Services, salt: Buffer | null, language: Language): string | null {
  if (!salt) return null;
  const key = Buffer.concat([salt, proofOf(secrets.calendar[0], salt)]).toString('base64url');
  return config.publicOrigin + path(language, 'calendar', { key });
}

export async function renewMemberCalendar(
  services: Services,
  { session: { member }, language }: MemberCaller,
): Promise<{ address: string | null } | Refused> {
  const rateLimited = await consumeRateLimit(services, 'calendarAccount', String(member.id));
  if (rateLimited) return rateLimited;
  const salt = randomBytes(SALT_BYTES);
  const isHere = and(eq(members.id, member.id), isNull(members.closedAt));
  await services.db.update(members).set({ calendarSalt: salt }).where(isHere);
  return { address: calendarAddress(services, salt, language) };
}

/** Refuses with `not_found` if the member is blocked or closed. */
export async function readMemberCalendar(
  services: Services,
  { key }: { key: string },
  { address, language }: Caller,
): Promise<FoundPost[] | Refused> {
  const rateLimited = await consumeRateLimit(services, 'calendarAddress', addressKey(address));
  if (rateLimited) return rateLimited;
  const member = await findOwner(services, key);
  if (!member) return refuse('not_found');
  const now = services.clock.now();
  return readPosts(
    services.db,
    readerOf(member, services, language),
    sql`select id from posts p
      where p.starts_at > ${addSeconds(now, -MONTH_SECONDS).toISOString()} and ${isOut(now)}
      order by p.starts_at limit ${MAX_WEBINARS}`,
  );
}

async function findOwner({ db, secrets }: Services, key: string): Promise<Member | undefined> {
  if (!KEY.test(key)) return undefined;
  const bytes = Buffer.from(key, 'base64url');
  const salt = bytes.subarray(0, SALT_BYTES);
  if (!isMadeWithOne(secrets.calendar, bytes.subarray(SALT_BYTES), (secret) => proofOf(secret, salt))) return undefined;
  const isHere = and(eq(members.calendarSalt, salt), isNull(members.blockedAt), isNull(members.closedAt));
  const [member] = await db.select().from(members).where(isHere);
  return member;
}

function proofOf(key: Buffer, salt: Buffer): Buffer {
  return mac(key, salt).subarray(0, PROOF_BYTES);
}

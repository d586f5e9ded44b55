import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { refuse, type Refused } from '#domain/refusals.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Services } from './services.ts';
import ipaddr from 'ipaddr.js';
import { addressRange, ipv6Range, parseAddress } from '#server/base/net/address-range.ts';
import { exhaustedKeys } from './exhausted-keys.ts';

type Limit = { max: number; windowSeconds: number };

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export const LIMITS = {
  staffFrom: { max: 5, windowSeconds: 15 * MINUTE },
  staffLogin: { max: 20, windowSeconds: 15 * MINUTE },
  staffDevice: { max: 10, windowSeconds: 15 * MINUTE },
  staffFailure: { max: 20, windowSeconds: 24 * HOUR },
  staffFailureMail: { max: 1, windowSeconds: 24 * HOUR },
  staffAddress: { max: 60, windowSeconds: 15 * MINUTE },
  signInLogin: { max: 10, windowSeconds: 15 * MINUTE },
  signInAccount: { max: 10, windowSeconds: 15 * MINUTE },
  signInDevice: { max: 10, windowSeconds: 15 * MINUTE },
  signInAddress: { max: 400, windowSeconds: 15 * MINUTE },
  signUpAddress: { max: 200, windowSeconds: HOUR },
  signUpCorrection: { max: 3, windowSeconds: 24 * HOUR },
  linkAddress: { max: 200, windowSeconds: HOUR },
  botCheck: { max: 10, windowSeconds: 15 * MINUTE },
  mailAccount: { max: 3, windowSeconds: HOUR },
  joinMailAccount: { max: 5, windowSeconds: 24 * HOUR },
  newEmailAccount: { max: 3, windowSeconds: HOUR },
  mailedLinkAddress: { max: 60, windowSeconds: HOUR },
  partnerAddress: { max: 120, windowSeconds: MINUTE },
  viewAddress: { max: 30, windowSeconds: MINUTE },
  sitemapAddress: { max: 60, windowSeconds: MINUTE },
  disclosureAddress: { max: 120, windowSeconds: MINUTE },
  transparencyAddress: { max: 120, windowSeconds: MINUTE },
  sealAddress: { max: 120, windowSeconds: MINUTE },
  logAddress: { max: 600, windowSeconds: MINUTE },
  proofAccount: { max: 60, windowSeconds: HOUR },
  monthStatementAccount: { max: 120, windowSeconds: HOUR },
  verifyAddress: { max: 60, windowSeconds: MINUTE },
  logProofAccount: { max: 300, windowSeconds: HOUR },
  legalAddress: { max: 120, windowSeconds: MINUTE },
  passwordAccount: { max: 10, windowSeconds: 15 * MINUTE },
  codeAccount: { max: 5, windowSeconds: 15 * MINUTE },
  codeDayAccount: { max: 20, windowSeconds: 24 * HOUR },
  sessionCode: { max: 5, windowSeconds: 24 * HOUR },
  codeDayAll: { max: 100, windowSeconds: 24 * HOUR },
  recoveryCodeAccount: { max: 5, windowSeconds: 15 * MINUTE },
  passkeyAddress: { max: 100, windowSeconds: 15 * MINUTE },
  withdrawalAccount: { max: 5, windowSeconds: HOUR },
  destinationAccount: { max: 10, windowSeconds: HOUR },
  placeRequestAccount: { max: 20, windowSeconds: HOUR },
  supportAccount: { max: 5, windowSeconds: HOUR },
  calendarAccount: { max: 10, windowSeconds: HOUR },
  calendarAddress: { max: 120, windowSeconds: MINUTE },
  photoAccount: { max: 10, windowSeconds: HOUR },
  exportAccount: { max: 5, windowSeconds: HOUR },
  statementAccount: { max: 30, windowSeconds: HOUR },
  teamFileAccount: { max: 10, windowSeconds: HOUR },
  snoozeAccount: { max: 300, windowSeconds: 24 * HOUR },
  questionAddress: { max: 10, windowSeconds: 15 * MINUTE },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** An IPv6 site (/48) has 65,536 /64 networks; together they get this many times the limit of one. */
const SITE_TIMES = 10;

/** Counts one try; IPv6 addresses also count for their site. */
export async function consumeRateLimit(
  services: Pick<Services, 'db' | 'clock'>,
  name: LimitName,
  who: string,
): Promise<Refused | undefined> {
  const { max } = LIMITS[name];
  if (!name.endsWith('Address')) return countOne(services, name, who, max);
  // An exhausted limit stays so until the window ends, so the database isn’t asked again.
  const now = services.clock.now();
  const exhausted = exhaustedKeys(services.db);
  const site = siteOf(who);
  for (const [key, tries] of site
    ? ([
        [who, max],
        [site, max * SITE_TIMES],
      ] as const)
    : ([[who, max]] as const)) {
    const until = exhausted.untilMs(`${name}:${key}`, now.getTime());
    const refused = until ? refuseUntil(new Date(until), now) : await countOne(services, name, key, tries);
    if (!refused) continue;
    const waitMs = (refused.retryAfterSeconds ?? 0) * 1000;
    if (!until) exhausted.note(`${name}:${key}`, now.getTime() + waitMs);
    return refused;
  }
  return undefined;
}

/** A single statement, so parallel tries are counted exactly. */
async function countOne(
  services: Pick<Services, 'db' | 'clock'>,
  name: LimitName,
  who: string,
  max: number,
): Promise<Refused | undefined> {
  const { windowSeconds } = LIMITS[name];
  const now = services.clock.now();
  const resetsAt = addSeconds(now, windowSeconds);
  const { rows } = await services.db.execute<{ count: number; resets_at: Date }>(sql`
    insert into rate_limits as l (key, count, resets_at)
    values (${`${name}:${who}`}, 1, ${resetsAt})
    on conflict (key) do update set
      count = case when l.resets_at <= ${now} then 1 else least(l.count + 1, 1000000) end,
      resets_at = case when l.resets_at <= ${now} then excluded.resets_at else l.resets_at end
    returning count, resets_at`);
  const counter = rows[0];
  if (!counter || counter.count <= max) return undefined;
  return refuseUntil(new Date(counter.resets_at), now);
}

export async function isRateLimited(
  services: Pick<Services, 'db' | 'clock'>,
  name: LimitName,
  who: string,
): Promise<Refused | undefined> {
  const now = services.clock.now();
  const { rows } = await services.db.execute<{ resets_at: Date }>(sql`
    select resets_at from rate_limits
    where key = ${`${name}:${who}`} and count >= ${LIMITS[name].max} and resets_at > ${now}`);
  const [full] = rows;
  return full && refuseUntil(new Date(full.resets_at), now);
}

/** Tries per limit; for IPv6 at least the address’s share of its site’s tries. */
export async function countTries<Name extends LimitName>(
  services: Pick<Services, 'db' | 'clock'>,
  names: readonly Name[],
  who: string,
): Promise<Map<Name, number>> {
  const site = siteOf(who);
  const keysOf = (name: Name) => [`${name}:${who}`, ...(site ? [`${name}:${site}`] : [])];
  const { rows } = await services.db.execute<{ key: string; count: number }>(sql`
    select key, count from rate_limits
    where key = any(${sql.param(names.flatMap(keysOf))}::text[]) and resets_at > ${services.clock.now()}`);
  const counts = new Map(rows.map(({ key, count }) => [key, count]));
  return new Map(
    names.map((name) => {
      const [own = 0, ofSite = 0] = keysOf(name).map((key) => counts.get(key) ?? 0);
      return [name, Math.max(own, Math.ceil(ofSite / SITE_TIMES))];
    }),
  );
}

/** Counts a try and returns how many remain. A refused try isn’t counted. */
export async function takeTry(
  services: Pick<Services, 'db' | 'clock'>,
  name: LimitName,
  who: string,
): Promise<{ left: number } | Refused> {
  const { max, windowSeconds } = LIMITS[name];
  const now = services.clock.now();
  const key = `${name}:${who}`;
  const resetsAt = addSeconds(now, windowSeconds);
  const { rows: counted } = await services.db.execute<{ count: number }>(sql`
    insert into rate_limits as l (key, count, resets_at)
    values (${key}, 1, ${resetsAt})
    on conflict (key) do update set
      count = case when l.resets_at <= ${now} then 1 else l.count + 1 end,
      resets_at = case when l.resets_at <= ${now} then excluded.resets_at else l.resets_at end
    where l.resets_at <= ${now} or l.count < ${max}
    returning count`);
  if (counted[0]) return { left: max - counted[0].count };
  const { rows: full } = await services.db.execute<{ resets_at: Date }>(
    sql`select resets_at from rate_limits where key = ${key}`,
  );
  return refuseUntil(full[0] ? new Date(full[0].resets_at) : resetsAt, now);
}

export async function returnTry(services: Pick<Services, 'db'>, name: LimitName, who: string): Promise<void> {
  await services.db.execute(
    sql`update rate_limits set count = count - 1 where key = ${`${name}:${who}`} and count > 0`,
  );
}

function refuseUntil(resetsAt: Date, now: Date): Refused {
  const waitMs = resetsAt.getTime() - now.getTime();
  return refuse('too_often', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}

export async function resetRateLimit(services: Pick<Services, 'db'>, name: LimitName, who: string): Promise<void> {
  await services.db.execute(sql`delete from rate_limits where key = ${`${name}:${who}`}`);
}

/** Hash, so that typed text such as an e-mail isn’t stored. */
export function textKey(typed: string): string {
  return createHash('sha256').update(typed).digest('base64url');
}

/** IPv6 customers have a whole /64, so it counts as one address. */
export function addressKey(address: string): string {
  const parsed = parseAddress(address);
  return parsed instanceof ipaddr.IPv6 ? ipv6Range(parsed, 64) : (parsed?.toString() ?? address);
}

function siteOf(key: string): string | undefined {
  return key.endsWith('/64') ? addressRange(key.slice(0, -'/64'.length)) : undefined;
}

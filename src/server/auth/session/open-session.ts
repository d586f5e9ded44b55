import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { type Member, members, sessionFamilies } from '#server/db/schema/index.ts';
import type { Services } from '#server/services.ts';
import { addressRange } from '#server/http/address-range.ts';
import type { Caller } from '#server/http/caller.ts';
import { notify } from '#server/notices/index.ts';
import { hashToken } from '#server/secrets.ts';
import { mintRefreshToken, signAccessToken } from './tokens.ts';

export type Tokens = { access: string; refresh: string };

/**
 * Starts a family: one row for this sign-in and everything refreshed from it; its owner is told of a device that none
 * of the others had. Nothing when the member was blocked or got another password since it was checked.
 */
export async function openSession(
  services: Services,
  member: Member,
  caller: Pick<Caller, 'address' | 'userAgent'>,
): Promise<Tokens | undefined> {
  const familyId = randomUUID();
  const refresh = mintRefreshToken(services.secrets.refreshTag, familyId);
  const now = services.clock.now();
  const isOpen = await services.transaction(async (tx) => {
    const unchanged = and(
      eq(members.id, member.id),
      eq(members.passwordHash, member.passwordHash),
      isNull(members.blockedAt),
      isNull(members.closedAt),
    );
    const [still] = await tx.select({ id: members.id }).from(members).where(unchanged).for('share');
    if (!still) return false;
    const trace = traceOf(caller);
    if (await isNewDevice(tx, member, trace.device)) await notify(tx, services, member, 'new-device', trace.device);
    const first = { tokenHash: hashToken(refresh), rotatedAt: now, startedAt: now };
    await tx.insert(sessionFamilies).values({ id: familyId, memberId: member.id, ...first, ...trace });
    return true;
  });
  if (!isOpen) return undefined;
  return { access: await signAccessToken(services, { memberId: member.id, familyId }), refresh };
}

/** Only somebody who has signed in before, as far as we remember, can do so from another device. */
async function isNewDevice(tx: Db, { id }: Member, device: string): Promise<boolean> {
  const known = await tx
    .selectDistinct({ device: sessionFamilies.device })
    .from(sessionFamilies)
    .where(eq(sessionFamilies.memberId, id));
  return known.length > 0 && known.every((family) => family.device !== device);
}

/** What a session keeps of its last sign of life, so that its owner knows it again. */
export function traceOf({ address, userAgent }: Pick<Caller, 'address' | 'userAgent'>) {
  return { device: deviceOf(userAgent), addressRange: addressRange(address) };
}

/** Most browsers also claim to be the ones they are made from, so the most particular name comes first. */
const BROWSERS = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Yandex Browser', /\bYaBrowser\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(\b|Headless)(Chrome|CriOS)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
] as const;

const SYSTEMS = [
  ['iPad', /\biPad\b/],
  ['iPhone', /\biPhone\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const;

/**
 * A browser and its system in our own words, `Firefox, Android`: nothing that the visitor wrote is ever shown.
 *
 * @internal exported for the tests
 */
export function deviceOf(userAgent: string): string {
  const named = [BROWSERS, SYSTEMS].flatMap((list) => list.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? []);
  return named.join(', ');
}

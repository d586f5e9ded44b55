import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { type Member, members, sessionFamilies } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import type { Caller } from '#server/http/caller.ts';
import { tell } from '#server/notices/index.ts';
import { signAccessToken } from './access-token.ts';
import { mintRefreshToken } from './refresh-token.ts';
import { traceOf } from './trace.ts';
import { hashToken } from '#server/secrets.ts';

export type Tokens = { access: string; refresh: string };

/**
 * Starts a family: one row for this sign-in and everything refreshed from it; its owner is told of a device that none
 * of the others had. Nothing when the member was blocked or got another password since it was checked.
 */
export async function openSession(
  house: House,
  member: Member,
  caller: Pick<Caller, 'address' | 'userAgent'>,
): Promise<Tokens | undefined> {
  const familyId = randomUUID();
  const refresh = mintRefreshToken(house.secrets.refreshTag, familyId);
  const now = house.clock.now();
  const isOpen = await house.transaction(async (tx) => {
    const unchanged = and(
      eq(members.id, member.id),
      eq(members.passwordHash, member.passwordHash),
      isNull(members.blockedAt),
      isNull(members.closedAt),
    );
    const [still] = await tx.select({ id: members.id }).from(members).where(unchanged).for('share');
    if (!still) return false;
    const trace = traceOf(caller);
    if (await isNewDevice(tx, member, trace.device)) await tell(tx, house, member, 'new-device', trace.device);
    const first = { tokenHash: hashToken(refresh), rotatedAt: now, startedAt: now };
    await tx.insert(sessionFamilies).values({ id: familyId, memberId: member.id, ...first, ...trace });
    return true;
  });
  if (!isOpen) return undefined;
  return { access: await signAccessToken(house, { memberId: member.id, familyId }), refresh };
}

/** Only somebody who has signed in before, as far as we remember, can do so from another device. */
async function isNewDevice(tx: Db, { id }: Member, device: string): Promise<boolean> {
  const known = await tx
    .selectDistinct({ device: sessionFamilies.device })
    .from(sessionFamilies)
    .where(eq(sessionFamilies.memberId, id));
  return known.length > 0 && known.every((family) => family.device !== device);
}

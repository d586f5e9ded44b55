import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { type Member, members, sessionFamilies } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller } from '#server/api/caller.ts';
import { traceOf } from '#server/api/caller-trace.ts';
import { notify } from '#server/members/notices/index.ts';
import { logSecurity } from '#server/members/security-log/index.ts';
import { hashToken } from '#server/base/secrets.ts';
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
  how: 'signed-in' | 'signed-in-by-passkey' = 'signed-in',
): Promise<Tokens | undefined> {
  const familyId = randomUUID();
  const refresh = mintRefreshToken(services.secrets.refreshTag, familyId);
  const now = services.clock.now();
  const isOpen = await services.transaction(async (tx) => {
    const unchanged = and(
      eq(members.id, member.id),
      // Not by its hash, which may have been made anew at today's cost.
      member.passwordChangedAt
        ? eq(members.passwordChangedAt, member.passwordChangedAt)
        : isNull(members.passwordChangedAt),
      isNull(members.blockedAt),
      isNull(members.closedAt),
    );
    const [still] = await tx.select({ id: members.id }).from(members).where(unchanged).for('share');
    if (!still) return false;
    const trace = traceOf(caller);
    if (await isNewDevice(tx, member, trace.device)) await notify(tx, services, member, 'new-device', trace.device);
    const first = { tokenHash: hashToken(refresh), rotatedAt: now, startedAt: now };
    await tx.insert(sessionFamilies).values({ id: familyId, memberId: member.id, ...first, ...trace });
    await logSecurity(tx, services, member.id, how, caller);
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

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

/** A family is one sign-in with its refreshes. Undefined if the member was blocked, closed or got a new password. */
export async function openSession(
  services: Services,
  member: Member,
  caller: Pick<Caller, 'address' | 'userAgent'>,
  event: 'signed-in' | 'signed-in-by-passkey' = 'signed-in',
): Promise<Tokens | undefined> {
  const familyId = randomUUID();
  const refresh = mintRefreshToken(services.secrets.refreshTag, familyId);
  const now = services.clock.now();
  const isOpen = await services.transaction(async (tx) => {
    const unchanged = and(
      eq(members.id, member.id),
      // Compares the time, because `renewHash` may replace the hash.
      member.passwordChangedAt
        ? eq(members.passwordChangedAt, member.passwordChangedAt)
        : isNull(members.passwordChangedAt),
      isNull(members.blockedAt),
      isNull(members.closedAt),
    );
    const [row] = await tx.select({ id: members.id }).from(members).where(unchanged).for('share');
    if (!row) return false;
    const trace = traceOf(caller);
    if (await isNewDevice(tx, member, trace.device)) await notify(tx, services, member, 'new-device', trace.device);
    const first = { tokenHash: hashToken(refresh), rotatedAt: now, startedAt: now, seenAt: now };
    await tx.insert(sessionFamilies).values({ id: familyId, memberId: member.id, ...first, ...trace });
    await logSecurity(tx, services, member.id, event, caller);
    return true;
  });
  if (!isOpen) return undefined;
  return { access: await signAccessToken(services, { memberId: member.id, familyId }), refresh };
}

/** False for members without stored sessions: their first device isn't a new one. */
async function isNewDevice(tx: Db, { id }: Member, device: string): Promise<boolean> {
  const families = await tx
    .selectDistinct({ device: sessionFamilies.device })
    .from(sessionFamilies)
    .where(eq(sessionFamilies.memberId, id));
  return families.length > 0 && families.every((family) => family.device !== device);
}

import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { type Member, members, sessionFamilies } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import type { Caller } from '#server/http/caller.ts';
import { signAccessToken } from './access-token.ts';
import { mintRefreshToken } from './refresh-token.ts';
import { traceOf } from './trace.ts';
import { hashToken } from '#server/secrets.ts';

export type Tokens = { access: string; refresh: string };

/**
 * Starts a family: one row for this sign-in and everything refreshed from it. Nothing when the member was blocked
 * or got another password since it was checked.
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
    const first = { tokenHash: hashToken(refresh), rotatedAt: now, startedAt: now };
    await tx.insert(sessionFamilies).values({ id: familyId, memberId: member.id, ...first, ...traceOf(caller) });
    return true;
  });
  if (!isOpen) return undefined;
  return { access: await signAccessToken(house, { memberId: member.id, familyId }), refresh };
}

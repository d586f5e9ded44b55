import { and, eq, isNull, ne, type SQL } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { sessionFamilies } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Session } from '#server/api/caller.ts';
import { lockMember } from '../find-member.ts';
import { familyOf } from './tokens.ts';
import { hashToken } from '#server/base/secrets.ts';

type EndReason = NonNullable<typeof sessionFamilies.$inferSelect.endReason>;

/** Accepts the current token or its parent; ignores any other string. */
export async function endSession(services: Services, token: string): Promise<void> {
  const familyId = familyOf(services.secrets.refreshTag, token);
  if (!familyId) return;
  await services.transaction(async (tx) => {
    const [family] = await tx.select().from(sessionFamilies).where(eq(sessionFamilies.id, familyId)).for('update');
    const hash = hashToken(token);
    const isKnown = family && (hash.equals(family.tokenHash) || family.parentHash?.equals(hash));
    if (isKnown && !family.endedAt) await end(tx, services, eq(sessionFamilies.id, familyId), 'sign-out');
  });
}

/** Returns how many. Waits for refreshes in flight, so that no session survives. */
export function endAllSessions(tx: Db, services: Services, memberId: number, reason: EndReason): Promise<number> {
  return end(tx, services, eq(sessionFamilies.memberId, memberId), reason);
}

/** Locks the member first, so that two sessions can't end each other at once. */
export async function endOtherSessions(tx: Db, services: Services, current: Session, reason: EndReason): Promise<void> {
  const { id } = current.member;
  await lockMember(tx, id);
  await end(tx, services, and(eq(sessionFamilies.memberId, id), ne(sessionFamilies.id, current.familyId)), reason);
}

export async function endOwnSession(services: Services, memberId: number, familyId: string): Promise<boolean> {
  const isOwn = and(eq(sessionFamilies.id, familyId), eq(sessionFamilies.memberId, memberId));
  return services.transaction(async (tx) => {
    const [own] = await tx.select({ id: sessionFamilies.id }).from(sessionFamilies).where(isOwn).for('update');
    if (own) await end(tx, services, isOwn, 'ended');
    return Boolean(own);
  });
}

async function end(tx: Db, services: Services, condition: SQL | undefined, endReason: EndReason): Promise<number> {
  const { rowCount } = await tx
    .update(sessionFamilies)
    .set({ endedAt: services.clock.now(), endReason })
    .where(and(condition, isNull(sessionFamilies.endedAt)));
  return rowCount ?? 0;
}

import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { sessionFamilies } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import { familyOf } from './refresh-token.ts';
import { hashToken } from '#server/secrets.ts';

type EndReason = NonNullable<typeof sessionFamilies.$inferSelect.endReason>;

/** Ends the family of a refresh token of ours, current or just rotated; any other string changes nothing. */
export async function endSession(house: House, token: string): Promise<void> {
  const familyId = familyOf(house.secrets.refreshTag, token);
  if (!familyId) return;
  await house.transaction(async (tx) => {
    const [family] = await tx.select().from(sessionFamilies).where(eq(sessionFamilies.id, familyId)).for('update');
    const hash = hashToken(token);
    const isKnown = family && (hash.equals(family.tokenHash) || family.parentHash?.equals(hash));
    if (isKnown && !family.endedAt) await end(tx, house, eq(sessionFamilies.id, familyId), 'sign-out');
  });
}

/** Ends every session of a member; the updates wait for refreshes in flight, so none survives. */
export async function endAllSessions(tx: Db, house: House, memberId: number, reason: EndReason): Promise<void> {
  await end(tx, house, eq(sessionFamilies.memberId, memberId), reason);
}

async function end(tx: Db, house: House, which: ReturnType<typeof eq>, endReason: EndReason): Promise<void> {
  await tx
    .update(sessionFamilies)
    .set({ endedAt: house.clock.now(), endReason })
    .where(and(which, isNull(sessionFamilies.endedAt)));
}

import { and, eq, inArray, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { readSupport } from '#contracts/support.ts';
import { supportRequests } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { SupportRow } from './answer-support.ts';

type ReadSupportInput = z.output<typeof readSupport.input>;

export function isUnread({ answeredAt, seenAt }: SupportRow): boolean {
  return answeredAt !== null && (seenAt === null || seenAt < answeredAt);
}

/** Repeatable: `seenAt` never moves back. Ignores ids of other members. */
export async function markSupportSeen(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  memberId: number,
  { ids, until }: ReadSupportInput,
): Promise<void> {
  const requestIds = ids.filter((id) => id > 0 && id < 2 ** 31);
  if (requestIds.length === 0) return;
  const now = clock.now().getTime();
  const seenAt = new Date(until === undefined ? now : Math.min(now, Date.parse(until))).toISOString();
  const isOwn = and(eq(supportRequests.memberId, memberId), inArray(supportRequests.id, requestIds));
  const rowsToMark = db
    .select({ id: supportRequests.id })
    .from(supportRequests)
    .where(isOwn)
    .orderBy(supportRequests.id);
  await db
    .update(supportRequests)
    .set({ seenAt: sql`greatest(${supportRequests.seenAt}, ${seenAt}::timestamptz)` })
    .where(inArray(supportRequests.id, rowsToMark.for('update')));
}

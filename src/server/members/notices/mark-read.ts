import { and, eq, inArray, isNull } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { readNotices } from '#contracts/notices.ts';
import { notices } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { readNoticeId } from './list-notices.ts';

type ReadNoticesInput = z.output<typeof readNotices.input>;

/** Repeatable. Ignores ids of other members, so that callers can't find out which exist. */
export async function markNoticesRead(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  memberId: number,
  { ids = [], all }: ReadNoticesInput,
): Promise<void> {
  const noticeIds = ids.map(readNoticeId).filter((id) => id !== undefined);
  if (!all && noticeIds.length === 0) return;
  const unseen = and(eq(notices.memberId, memberId), isNull(notices.seenAt));
  // Ordered, so that two windows of one member don't deadlock.
  const rowsToMark = db
    .select({ id: notices.id })
    .from(notices)
    .where(and(unseen, all ? undefined : inArray(notices.id, noticeIds)))
    .orderBy(notices.id)
    .for('update');
  await db
    .update(notices)
    .set({ seenAt: clock.now() })
    .where(and(unseen, inArray(notices.id, rowsToMark)));
}

import { and, eq, or, sql } from 'drizzle-orm';
import { supportRequests } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import type { SupportRow } from './answer-support.ts';

/** An answer came that its owner has not seen. */
export function isUnread({ answeredAt, seenAt }: SupportRow): boolean {
  return answeredAt !== null && (seenAt === null || seenAt < answeredAt);
}

/** Notes that these were shown as they are here: an answer that came in between stays unread. */
export async function markSeen({ db, clock }: Pick<House, 'db' | 'clock'>, rows: readonly SupportRow[]): Promise<void> {
  const shown = rows
    .filter(isUnread)
    .map(({ id, answeredAt }) => and(eq(supportRequests.id, id), eq(supportRequests.answeredAt, answeredAt!)));
  if (shown.length === 0) return;
  const seenAt = sql`greatest(${clock.now()}, ${supportRequests.answeredAt})`;
  await db
    .update(supportRequests)
    .set({ seenAt })
    .where(or(...shown));
}

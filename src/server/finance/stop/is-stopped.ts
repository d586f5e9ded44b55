import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { members } from '#server/db/schema/index.ts';

/** Whether a member's withdrawals are paused. Whoever pauses them meanwhile waits for our transaction to end. */
export async function isStopped(tx: Db, memberId: number): Promise<boolean> {
  const [owner] = await tx
    .select({ stoppedAt: members.withdrawalsStoppedAt })
    .from(members)
    .where(eq(members.id, memberId))
    .for('share');
  return Boolean(owner?.stoppedAt);
}

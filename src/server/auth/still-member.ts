import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { members } from '#server/db/schema/index.ts';

/**
 * Whether somebody whose session was good a moment ago is still a member. Whoever closes the account meanwhile waits
 * for our transaction to end: what it writes is found and erased. After a member's money, never before it.
 */
export async function isStillMember(tx: Db, memberId: number): Promise<boolean> {
  const [found] = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.closedAt)))
    .for('key share');
  return found !== undefined;
}

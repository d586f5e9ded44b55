import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { type Member, members } from '#server/db/schema/index.ts';
import { lockAccounts } from '#server/ledger/index.ts';

/**
 * A member as they are now, with everything that their money does waiting for the transaction to end: what a session
 * was read with may be older. Nothing when they have left.
 */
export async function lockMoneyOf(tx: Db, memberId: number): Promise<Member | undefined> {
  await lockAccounts(tx, [{ kind: 'available', memberId }]);
  const [member] = await tx
    .select()
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.closedAt)))
    .for('no key update');
  return member;
}

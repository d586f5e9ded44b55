import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { type Member, members } from '#server/db/schema/index.ts';
import { lockAccounts } from '#server/ledger/index.ts';

/** Locks the member's money, then reads the row: the session's may be older. Undefined if closed. */
export async function lockMoneyOf(tx: Db, memberId: number): Promise<Member | undefined> {
  await lockAccounts(tx, [{ kind: 'available', memberId }]);
  const [member] = await tx
    .select()
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.closedAt)))
    .for('no key update');
  return member;
}

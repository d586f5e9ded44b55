import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { members } from '#server/db/schema/index.ts';

/** Locks the row: a new pause waits until the transaction ends. */
export async function isStopped(tx: Db, memberId: number): Promise<boolean> {
  return (await lockOwner(tx, memberId)).stoppedAt !== null;
}

/** Also true if an operator has blocked the account. */
export async function isHeld(tx: Db, memberId: number): Promise<boolean> {
  const { stoppedAt, blockedAt } = await lockOwner(tx, memberId);
  return stoppedAt !== null || blockedAt !== null;
}

async function lockOwner(tx: Db, memberId: number) {
  const [owner] = await tx
    .select({ stoppedAt: members.withdrawalsStoppedAt, blockedAt: members.blockedAt })
    .from(members)
    .where(eq(members.id, memberId))
    .for('share');
  if (!owner) throw new Error(`there is no member ${memberId}`);
  return owner;
}

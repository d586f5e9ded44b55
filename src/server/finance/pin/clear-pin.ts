import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { memberPins, type Member } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import { oweMail } from '#server/mail/index.ts';
import { pauseWithdrawals } from '../pause-withdrawals.ts';

/** Takes a member's PIN away, so that they can set another; withdrawals rest meanwhile. Says whether there was one. */
export async function clearPin(tx: Db, house: House, member: Member): Promise<boolean> {
  const cleared = await tx.delete(memberPins).where(eq(memberPins.memberId, member.id)).returning();
  if (cleared.length === 0) return false;
  await pauseWithdrawals(tx, house, member.id, 'pin');
  await oweMail(tx, house, member, 'pin-cleared');
  return true;
}

import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { memberPins, type Member, members } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import { tell } from '#server/notices/index.ts';

/** Takes a member's PIN away, so that they can set another; withdrawals rest meanwhile. Says whether there was one. */
export async function clearPin(tx: Db, house: House, member: Member): Promise<boolean> {
  const cleared = await tx.delete(memberPins).where(eq(memberPins.memberId, member.id)).returning();
  if (cleared.length === 0) return false;
  await tx.update(members).set({ pinClearedAt: house.clock.now() }).where(eq(members.id, member.id));
  await tell(tx, house, member, 'pin-cleared');
  return true;
}

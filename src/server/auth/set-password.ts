import { and, eq } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { type Member, members } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import { tell } from '#server/notices/index.ts';
import { useLinks } from './use-link.ts';

/**
 * Gives a member another password in place of the one they had, and says so; links that would set one, or
 * another e-mail, are void. False when it has been changed meanwhile. Which sessions end is for the caller to say.
 */
export async function setPassword(tx: Db, house: House, member: Member, passwordHash: string): Promise<boolean> {
  const now = house.clock.now();
  const changed = await tx
    .update(members)
    .set({ passwordHash, passwordChangedAt: now })
    .where(and(eq(members.id, member.id), eq(members.passwordHash, member.passwordHash)))
    .returning({ id: members.id });
  if (changed.length === 0) return false;
  await useLinks(tx, now, 'reset', member.id);
  await useLinks(tx, now, 'email', member.id);
  await tell(tx, house, member, 'password-changed');
  return true;
}

import { eq } from 'drizzle-orm';
import { type Refused, refuse } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import type { Caller } from '#server/http/caller.ts';
import { addressKey, countTry } from '#server/http/limits.ts';
import { tell } from '#server/notices/index.ts';
import { findLink, useLinks } from './use-link.ts';

/** Uses an activation link, and tells who invited them. A second use is told that the account is active already. */
export async function activateMember(
  house: House,
  { token }: { token: string },
  caller: Caller,
): Promise<{ username: string } | Refused> {
  const tooOften = await countTry(house, 'mailedLinkAddress', addressKey(caller.address));
  if (tooOften) return tooOften;
  const now = house.clock.now();
  return house.transaction(async (tx) => {
    const found = await findLink(tx, now, 'activation', token);
    if (found?.member.activatedAt) return refuse('already_active');
    if (found?.state !== 'open') return refuse('activation_link_invalid');
    await tx.update(members).set({ activatedAt: now }).where(eq(members.id, found.member.id));
    await useLinks(tx, now, 'activation', found.member.id);
    await tellInviter(tx, house, found.member);
    return { username: found.member.username };
  });
}

async function tellInviter(tx: Db, house: House, { id, inviterId }: Member): Promise<void> {
  if (inviterId === null) return;
  const [inviter] = await tx.select().from(members).where(eq(members.id, inviterId));
  if (inviter) await tell(tx, house, inviter, 'first-line-joined', String(id));
}

import { and, eq, gt, isNull } from 'drizzle-orm';
import type { TakenBack } from '#domain/rescue.ts';
import type { Db } from '#server/db/connect.ts';
import { mailedLinks, type Member, members } from '#server/db/schema/index.ts';
import { hashToken } from '#server/base/secrets.ts';

type Purpose = Exclude<(typeof mailedLinks.$inferSelect)['purpose'], 'activation'>;
export type FoundLink = {
  state: 'open' | 'used' | 'expired';
  linkId: number;
  newEmail: string | null;
  destinationId: string | null;
  takenBack: TakenBack[] | null;
  member: Member;
};

export async function findLink(tx: Db, now: Date, purpose: Purpose, token: string): Promise<FoundLink | undefined> {
  const memberId = await findLinkOwner(tx, purpose, token);
  if (memberId === undefined) return undefined;
  // Locks the member first: concurrent uses wait, and two links of one member can't deadlock.
  const [member] = await tx.select().from(members).where(eq(members.id, memberId)).for('update');
  const [link] = await tx.select().from(mailedLinks).where(matchesToken(purpose, token));
  if (!member || !link) return undefined;
  const state = link.usedAt ? 'used' : link.expiresAt <= now ? 'expired' : 'open';
  const { id: linkId, newEmail, destinationId, takenBack } = link;
  return { state, linkId, newEmail, destinationId, takenBack, member };
}

/** For locks that must be taken before the member's. */
export async function findLinkOwner(tx: Db, purpose: Purpose, token: string): Promise<number | undefined> {
  const [owner] = await tx
    .select({ memberId: mailedLinks.memberId })
    .from(mailedLinks)
    .where(matchesToken(purpose, token));
  return owner?.memberId ?? undefined;
}

/** A cheap check before expensive work; `findLink` decides. */
export async function isLinkOpen(db: Db, now: Date, purpose: Purpose, token: string): Promise<boolean> {
  const isOpen = and(isNull(mailedLinks.usedAt), gt(mailedLinks.expiresAt, now));
  return (await db.$count(mailedLinks, and(matchesToken(purpose, token), isOpen))) > 0;
}

function matchesToken(purpose: Purpose, token: string) {
  return and(eq(mailedLinks.tokenHash, hashToken(token)), eq(mailedLinks.purpose, purpose));
}

export async function useLinks(tx: Db, now: Date, purpose: Purpose, memberId: number): Promise<void> {
  await tx
    .update(mailedLinks)
    .set({ usedAt: now })
    .where(and(eq(mailedLinks.memberId, memberId), eq(mailedLinks.purpose, purpose), isNull(mailedLinks.usedAt)));
}

import { desc, eq } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { type Member, members, referrals, teamLinks } from '#server/db/schema/index.ts';

export type Bond = { inviter: Member; joinedBy: { refCode: string; boundAt: Date } | null };

/** Who invited a member, and by which link. */
export async function findBond(db: Db, member: Member): Promise<Bond | undefined> {
  if (member.inviterId === null) return undefined;
  const [bond] = await db
    .select({ inviter: members, joinedBy: referrals })
    .from(members)
    .leftJoin(referrals, eq(referrals.memberId, member.id))
    .where(eq(members.id, member.inviterId));
  return bond;
}

/** The newest members anywhere below somebody. */
export async function newestInTeam(db: Db, memberId: number, count: number): Promise<Member[]> {
  const rows = await db
    .select({ member: members })
    .from(teamLinks)
    .innerJoin(members, eq(members.id, teamLinks.memberId))
    .where(eq(teamLinks.ancestorId, memberId))
    .orderBy(desc(teamLinks.registeredOn), desc(teamLinks.memberId))
    .limit(count);
  return rows.map(({ member }) => member);
}

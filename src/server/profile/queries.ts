import { desc, eq } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { type Member, members, teamLinks } from '#server/db/schema/index.ts';

export async function findInviter(db: Db, member: Member): Promise<Member | undefined> {
  if (member.inviterId === null) return undefined;
  const [inviter] = await db.select().from(members).where(eq(members.id, member.inviterId));
  return inviter;
}

/** The newest members anywhere below somebody. */
export async function newestInTeam(db: Db, memberId: number, count: number): Promise<Member[]> {
  const rows = await db
    .select({ member: members })
    .from(teamLinks)
    .innerJoin(members, eq(members.id, teamLinks.memberId))
    .where(eq(teamLinks.ancestorId, memberId))
    .orderBy(desc(teamLinks.memberId))
    .limit(count);
  return rows.map(({ member }) => member);
}

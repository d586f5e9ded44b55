import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { type Member, members } from '#server/db/schema/index.ts';

export async function findInviter(db: Db, member: Member): Promise<Member | undefined> {
  if (member.inviterId === null) return undefined;
  const [inviter] = await db.select().from(members).where(eq(members.id, member.inviterId));
  return inviter;
}

/** The newest members anywhere below somebody. */
export async function newestInTeam(db: Db, memberId: number, count: number): Promise<Member[]> {
  const team = sql`(
    with recursive team (id) as (
      select id from members where inviter_id = ${memberId}
      union all
      select below.id from members below join team on below.inviter_id = team.id
    )
    select id from team)`;
  return db
    .select()
    .from(members)
    .where(inArray(members.id, team))
    .orderBy(desc(members.registeredAt), desc(members.id))
    .limit(count);
}

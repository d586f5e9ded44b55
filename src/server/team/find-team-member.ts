import { and, asc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { normaliseUsername } from '#domain/identity.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members, referrals, teamCounts, teamLinks } from '#server/db/schema/index.ts';

export type TeamMember = {
  member: Member;
  line: number;
  inTeam: number;
  /** From the caller's first line down to this member's inviter. */
  path: Member[];
  joinedBy: { refCode: string; boundAt: Date } | undefined;
};

/** A member below the caller; anybody else is not there. */
export async function findTeamMember(db: Db, callerId: number, username: string): Promise<TeamMember | undefined> {
  const [found] = await db
    .select({ member: members, line: teamLinks.line, inTeam: teamCounts.wholeTeam, referral: referrals })
    .from(members)
    .innerJoin(teamLinks, and(eq(teamLinks.memberId, members.id), eq(teamLinks.ancestorId, callerId)))
    .innerJoin(teamCounts, eq(teamCounts.memberId, members.id))
    .leftJoin(referrals, eq(referrals.memberId, members.id))
    .where(eq(members.username, normaliseUsername(username)));
  if (!found) return undefined;
  const { member, line, inTeam, referral } = found;
  return { member, line, inTeam, path: await wayDown(db, callerId, member.id), joinedBy: referral ?? undefined };
}

/** Those who are both below the caller and above the member, the caller's own first line first. */
async function wayDown(db: Db, callerId: number, memberId: number): Promise<Member[]> {
  const above = alias(teamLinks, 'above');
  const mine = alias(teamLinks, 'mine');
  const rows = await db
    .select({ member: members })
    .from(above)
    .innerJoin(mine, and(eq(mine.memberId, above.ancestorId), eq(mine.ancestorId, callerId)))
    .innerJoin(members, eq(members.id, above.ancestorId))
    .where(eq(above.memberId, memberId))
    .orderBy(asc(mine.line))
    .limit(1000);
  return rows.map((row) => row.member);
}

import { and, desc, eq, lt } from 'drizzle-orm';
import type { MemberCard } from '#contracts/profile.ts';
import { normaliseUsername } from '#domain/identity.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members, referrals, teamCounts, teamLinks } from '#server/db/schema/index.ts';

export type TeamMember = {
  member: Member;
  line: number;
  inTeam: number;
  /** From the caller's first line down to this member's inviter. */
  path: MemberCard[];
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
  return { member, line, inTeam, path: await wayDown(db, member.id, line), joinedBy: referral ?? undefined };
}

/** Those fewer steps above the member than the caller is, the caller's own first line first. */
async function wayDown(db: Db, memberId: number, callersLine: number): Promise<MemberCard[]> {
  return db
    .select({
      username: members.username,
      name: members.name,
      photo: members.photo,
      career_status: members.careerStatus,
    })
    .from(teamLinks)
    .innerJoin(members, eq(members.id, teamLinks.ancestorId))
    .where(and(eq(teamLinks.memberId, memberId), lt(teamLinks.line, callersLine)))
    .orderBy(desc(teamLinks.line))
    .limit(1000);
}

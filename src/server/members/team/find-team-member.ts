import { and, desc, eq, gte, lt, lte, or, sql } from 'drizzle-orm';
import type { MemberCard } from '#contracts/profile.ts';
import { normaliseUsername } from '#domain/identity.ts';
import type { EndOfLicence } from '#domain/places.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members, places, plans, referrals, teamCounts, teamLinks } from '#server/db/schema/index.ts';
import { presentCardTo } from '#server/members/profile/index.ts';

export type TeamMember = {
  member: Member;
  line: number;
  inTeam: number;
  way: WayDown;
  joinedBy: { refCode: string; boundAt: Date } | undefined;
  /** How the newest licence closed; undefined if it is open, or there is none. */
  lastLicence: EndOfLicence | undefined;
};

/** From the caller's first line down to the inviter; `leftOut` members are between `first` and `last`. */
type WayDown = { first: MemberCard[]; leftOut: number; last: MemberCard[] };

const WAY_END = 5;

/** Undefined unless below the caller. */
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
  const [way, lastLicence] = await Promise.all([
    wayDown(db, callerId, { memberId: member.id, line }),
    endOfLastLicence(db, member.id),
  ]);
  return { member, line, inTeam, way, joinedBy: referral ?? undefined, lastLicence };
}

async function endOfLastLicence(db: Db, memberId: number): Promise<EndOfLicence | undefined> {
  const [last] = await db
    .select({ closing: places.closing })
    .from(places)
    .innerJoin(plans, and(eq(plans.id, places.planId), eq(plans.platform, 'licenses')))
    .where(and(eq(places.memberId, memberId), sql`${places.closing} is distinct from 'withdrawn'`))
    .orderBy(desc(places.id))
    .limit(1);
  return last?.closing === 'withdrawn' ? undefined : (last?.closing ?? undefined);
}

async function wayDown(
  db: Db,
  callerId: number,
  { memberId, line: callersLine }: { memberId: number; line: number },
): Promise<WayDown> {
  const ancestors = await db
    .select({ member: members })
    .from(teamLinks)
    .innerJoin(members, eq(members.id, teamLinks.ancestorId))
    .where(
      and(
        eq(teamLinks.memberId, memberId),
        lt(teamLinks.line, callersLine),
        or(gte(teamLinks.line, callersLine - WAY_END), lte(teamLinks.line, WAY_END)),
      ),
    )
    .orderBy(desc(teamLinks.line));
  const leftOut = callersLine - 1 - ancestors.length;
  const cards = ancestors.map(({ member }) => presentCardTo(callerId, member));
  return { first: cards.slice(0, WAY_END), leftOut, last: cards.slice(WAY_END) };
}

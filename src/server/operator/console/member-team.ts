import { and, asc, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { MemberCard } from '#contracts/console/member-card.ts';
import type { listMemberTeam } from '#contracts/console/member-lists.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { memberState } from '#domain/member-state.ts';
import { refuse, type Refused, refuseField } from '#domain/refusals.ts';
import type { Services } from '#server/api/services.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members, referrals, teamCounts, teamLinks } from '#server/db/schema/index.ts';
import { findMember } from './find-member.ts';
import { keysetOf, PAGE } from './keyset.ts';

const MAX_UPLINE = 20;

/** Ids grow with sign-ups. */
const SORTS = { id: { column: members.id, type: 'integer' } } as const;

export async function list(
  { db }: Pick<Services, 'db'>,
  { username, cursor, limit = PAGE }: z.output<typeof listMemberTeam.input>,
): Promise<OutputOf<typeof listMemberTeam> | Refused> {
  const keyset = keysetOf(SORTS, 'id', SORTS.id, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const top = await findMember(db, username);
  if (!top) return refuse('not_found');
  const [above, fetchedRows] = await Promise.all([
    namesAbove(db, top.id),
    db
      .select({ member: members, wholeTeam: teamCounts.wholeTeam })
      .from(members)
      .leftJoin(teamCounts, eq(teamCounts.memberId, members.id))
      .where(and(eq(members.inviterId, top.id), keyset.behind))
      .orderBy(asc(members.id))
      .limit(limit + 1),
  ]);
  const { rows, next } = keyset.page(fetchedRows, limit, ({ member: { id } }) => [id, id]);
  return {
    items: rows.map(({ member, wholeTeam }) => ({
      username: member.username,
      name: member.name,
      state: memberState(member),
      career_status: member.careerStatus,
      active: member.active,
      registered_at: member.registeredAt.toISOString(),
      whole_team: wholeTeam ?? 0,
    })),
    next,
    above,
    depth: top.depth,
  };
}

export async function readTeam(
  db: Db,
  { id, inviterId, depth }: Member,
): Promise<Pick<MemberCard, 'inviter' | 'joined_by' | 'above' | 'depth' | 'team'>> {
  const [above, [counts], [referral]] = await Promise.all([
    namesAbove(db, id),
    db.select().from(teamCounts).where(eq(teamCounts.memberId, id)),
    db.select().from(referrals).where(eq(referrals.memberId, id)),
  ]);
  return {
    inviter: inviterId === null ? null : (above[0] ?? null),
    joined_by: referral ? { ref_code: referral.refCode, at: referral.boundAt.toISOString(), via: referral.via } : null,
    above,
    depth,
    team: {
      whole: counts?.wholeTeam ?? 0,
      first_line: counts?.firstLine ?? 0,
      inactive_first_line: counts?.inactiveFirstLine ?? 0,
    },
  };
}

async function namesAbove(db: Db, memberId: number): Promise<string[]> {
  const rows = await db
    .select({ username: members.username })
    .from(teamLinks)
    .innerJoin(members, eq(members.id, teamLinks.ancestorId))
    .where(eq(teamLinks.memberId, memberId))
    .orderBy(asc(teamLinks.line))
    .limit(MAX_UPLINE);
  return rows.map(({ username }) => username);
}

import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { EndOfLicence } from '#domain/places.ts';
import { UNREAD_COUNTED } from '#domain/unread.ts';
import type { Db } from '#server/db/connect.ts';
import { prepared } from '#server/db/prepared.ts';
import { type Member, members, notices, referrals, teamLinks } from '#server/db/schema/index.ts';
import { type Pending, pendingConsents } from '#server/members/consents/index.ts';
import { unreadPosts } from '#server/members/feed/index.ts';
import type { Services } from '#server/api/services.ts';

export type JoinedBy = Pick<typeof referrals.$inferSelect, 'refCode' | 'boundAt' | 'via'>;
type Bond = { inviter: Member; joinedBy: JoinedBy | null };
export type Surroundings = {
  bond: Bond | undefined;
  lastLicence: EndOfLicence | undefined;
  unreadNotices: number;
  unreadPosts: number;
  pending: Pending[];
};

export async function findSurroundings(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id }: Member,
): Promise<Surroundings> {
  const [found] = await surroundings(db).execute({ id, now: clock.now().toISOString() });
  const bond = found?.inviter ? { inviter: found.inviter, joinedBy: found.joinedBy } : undefined;
  return {
    bond,
    lastLicence: found?.lastLicence ?? undefined,
    unreadNotices: found?.unreadNotices ?? 0,
    unreadPosts: found?.unreadPosts ?? 0,
    pending: found?.pending ?? [],
  };
}

const inviter = alias(members, 'inviter');

const surroundings = prepared((db) =>
  db
    .select({
      inviter,
      joinedBy: referrals,
      lastLicence,
      unreadNotices: countUnread(db),
      unreadPosts: countUnreadPosts,
      pending: pendingConsents,
    })
    .from(members)
    .leftJoin(inviter, eq(inviter.id, members.inviterId))
    .leftJoin(referrals, eq(referrals.memberId, members.id))
    .where(eq(members.id, sql.placeholder('id')))
    .prepare('surroundings'),
);

/** Looked up for inactive members only. */
const lastLicence = sql<EndOfLicence | null>`case when not members.active then (
  select places.closing from places join plans on plans.id = places.plan_id and plans.platform = 'licenses'
  where places.member_id = members.id and places.closing is distinct from 'withdrawn'
  order by places.id desc limit 1) end`;

/** Stops at `UNREAD_COUNTED`, which bounds the cost. */
function countUnread(db: Db): SQL<number> {
  const unseen = db
    .select({ id: notices.id })
    .from(notices)
    .where(and(eq(notices.memberId, members.id), isNull(notices.seenAt)))
    .limit(UNREAD_COUNTED);
  return sql<number>`(select count(*)::integer from ${unseen} as unseen)`;
}

const readAt = sql`coalesce(${members.feedReadAt}, ${members.registeredAt})`;
const unread = unreadPosts(members.id, readAt, sql.placeholder('now'));
const countUnreadPosts = sql<number>`(select count(*)::integer from (${unread}) as unread)`;

export async function newestInTeam(db: Db, memberId: number, count: number): Promise<Member[]> {
  const rows = await newest(db).execute({ memberId, count });
  return rows.map(({ member }) => member);
}

const newest = prepared((db) => {
  const links = db
    .select({ memberId: teamLinks.memberId, registeredOn: teamLinks.registeredOn })
    .from(teamLinks)
    .where(eq(teamLinks.ancestorId, sql.placeholder('memberId')))
    .orderBy(desc(teamLinks.registeredOn), desc(teamLinks.memberId))
    .limit(sql.placeholder('count'))
    .as('links');
  return db
    .select({ member: members })
    .from(links)
    .innerJoin(members, eq(members.id, links.memberId))
    .orderBy(desc(links.registeredOn), desc(links.memberId))
    .prepare('newest-in-team');
});

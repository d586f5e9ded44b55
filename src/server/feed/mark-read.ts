import { and, eq, isNull, type Placeholder, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { markRead } from '#contracts/feed.ts';
import { POST_KINDS, type PostKind } from '#domain/feed.ts';
import { UNREAD_COUNTED } from '#domain/unread.ts';
import { isUuid } from '#domain/uuid.ts';
import { isStillMember } from '#server/auth/index.ts';
import { type Member, members, postReads } from '#server/db/schema/index.ts';
import type { Services } from '#server/services.ts';
import { isOut, type Reader } from './queries.ts';

type Wish = z.output<typeof markRead.input>;

/** Safe to repeat, and nobody learns from it whether a post is there: what is not, is left out. */
export async function markPostsRead(services: Services, member: Member, { ids = [], all }: Wish): Promise<void> {
  if (all) return markEverythingRead(services, member);
  const wanted = ids.filter(isUuid);
  const now = services.clock.now();
  if (wanted.length === 0) return;
  await services.transaction(async (tx) => {
    if (!(await isStillMember(tx, member.id))) return;
    // In order, so that two windows of one member never wait for each other.
    await tx.execute(sql`
      insert into post_reads (member_id, post_id, read_at)
      select ${member.id}::integer, p.id, ${now.toISOString()}::timestamptz from posts p
      where p.id = any(${sql.param(wanted)}::uuid[]) and ${isOut(now)}
        and p.published_at > ${(member.feedReadAt ?? member.registeredAt).toISOString()}
      order by p.id
      on conflict do nothing`);
  });
}

/** One time instead of a row for each post; the rows before it have said what they had to say. */
function markEverythingRead({ transaction, clock }: Services, { id }: Member): Promise<void> {
  const now = clock.now();
  return transaction(async (tx) => {
    await tx
      .update(members)
      .set({ feedReadAt: sql`greatest(${members.feedReadAt}, ${now.toISOString()}::timestamptz)` })
      .where(and(eq(members.id, id), isNull(members.closedAt)));
    await tx.delete(postReads).where(eq(postReads.memberId, id));
  });
}

/** How many posts of each kind are unread. */
export async function countUnread(
  { db, clock }: Services,
  { memberId, readAt }: Reader,
): Promise<Record<PostKind, number>> {
  const posts = unreadPosts(sql`${memberId}`, sql`${readAt.toISOString()}`, clock.now());
  const { rows } = await db.execute<{ kind: PostKind; unread: number }>(sql`
    select kind, count(*)::integer as unread from (${posts}) as unread group by kind`);
  return { news: 0, webinar: 0, ...Object.fromEntries(rows.map(({ kind, unread }) => [kind, unread])) };
}

/**
 * The unread ones of the newest posts of each kind; so few are looked at that it costs the same however many there are.
 */
export function unreadPosts(memberId: SQLWrapper, readAt: SQLWrapper, now: Date | Placeholder): SQL {
  const newest = POST_KINDS.map(
    (kind) => sql`(
      select p.id, p.kind from posts p
      where p.kind = ${kind} and p.published_at > ${readAt} and ${isOut(now)}
      order by p.published_at desc, p.id desc limit ${sql.raw(String(UNREAD_COUNTED))})`,
  );
  return sql`
    select newest.kind from (${sql.join(newest, sql` union all `)}) as newest
    where not exists (select from post_reads r where r.member_id = ${memberId} and r.post_id = newest.id)`;
}

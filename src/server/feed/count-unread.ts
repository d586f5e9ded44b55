import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { POST_KINDS, type PostKind, UNREAD_COUNTED } from '#domain/feed.ts';
import type { House } from '#server/house.ts';
import { isOut } from './find-posts.ts';
import type { Reader } from './reader.ts';

/** How many posts of each kind are unread. */
export async function countUnread(
  { db, clock }: House,
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

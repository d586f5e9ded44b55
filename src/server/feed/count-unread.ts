import { sql } from 'drizzle-orm';
import { POST_KINDS, type PostKind, UNREAD_COUNTED } from '#domain/feed.ts';
import { PLANNED_ONCE } from '#server/db/planned-once.ts';
import type { House } from '#server/house.ts';
import { isOut } from './find-posts.ts';
import type { Reader } from './reader.ts';

/**
 * How many of the newest posts of each kind are unread; so few are looked at that it costs the same however many there
 * are.
 */
export async function countUnread(
  { db, clock }: House,
  { memberId, readAt }: Reader,
): Promise<Record<PostKind, number>> {
  const newest = POST_KINDS.map(
    (kind) => sql`(
      select p.id, p.kind from posts p
      where p.kind = ${kind} and p.published_at > ${readAt.toISOString()} and ${isOut(clock.now())}
      order by p.published_at desc, p.id desc limit ${UNREAD_COUNTED})`,
  );
  const { rows } = await db.execute<{ kind: PostKind; unread: number }>(sql`${PLANNED_ONCE}
    select newest.kind, count(*)::integer as unread
    from (${sql.join(newest, sql` union all `)}) as newest
    where not exists (select from post_reads r where r.member_id = ${memberId} and r.post_id = newest.id)
    group by newest.kind`);
  return { news: 0, webinar: 0, ...Object.fromEntries(rows.map(({ kind, unread }) => [kind, unread])) };
}

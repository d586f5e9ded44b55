import { sql } from 'drizzle-orm';
import { POST_KINDS, UNREAD_COUNTED } from '#domain/feed.ts';
import { PLANNED_ONCE } from '#server/db/planned-once.ts';
import type { House } from '#server/house.ts';
import { isOut } from './find-posts.ts';
import type { Reader } from './reader.ts';

/** How many of the newest posts are unread; so few are looked at that it costs the same however many there are. */
export async function countUnread({ db, clock }: House, { memberId, readAt }: Reader): Promise<number> {
  const newest = POST_KINDS.map(
    (kind) => sql`(
      select p.id from posts p
      where p.kind = ${kind} and p.published_at > ${readAt.toISOString()} and ${isOut(clock.now())}
      order by p.published_at desc, p.id desc limit ${UNREAD_COUNTED})`,
  );
  const { rows } = await db.execute<{ unread: number }>(sql`${PLANNED_ONCE}
    select least(count(*), ${UNREAD_COUNTED})::integer as unread
    from (${sql.join(newest, sql` union all `)}) as newest
    where not exists (select from post_reads r where r.member_id = ${memberId} and r.post_id = newest.id)`);
  return rows[0]?.unread ?? 0;
}

import { and, eq, isNull, lte, type Placeholder, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { markRead, UndoRead } from '#contracts/feed.ts';
import { POST_KINDS, type PostKind } from '#domain/feed.ts';
import { UNREAD_COUNTED } from '#domain/unread.ts';
import { isUuid } from '#domain/uuid.ts';
import { isStillMember } from '#server/members/auth/index.ts';
import { type Member, members, postReads } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { isOut, type Reader } from './queries.ts';

type MarkReadInput = z.output<typeof markRead.input>;

/** Repeatable. Ignores unknown ids, so that callers can't find out which posts exist. */
export async function markPostsRead(
  services: Services,
  member: Member,
  input: MarkReadInput,
): Promise<UndoRead | null> {
  const { ids = [], all } = input;
  if (all) return markEverythingRead(services, member);
  const postIds = ids.filter(isUuid);
  const now = services.clock.now();
  if (postIds.length === 0) return null;
  await services.transaction(async (tx) => {
    if (!(await isStillMember(tx, member.id))) return;
    // Ordered, so that two windows of one member don't deadlock.
    await tx.execute(sql`
      insert into post_reads (member_id, post_id, read_at)
      select ${member.id}::integer, p.id, ${now.toISOString()}::timestamptz from posts p
      where p.id = any(${sql.param(postIds)}::uuid[]) and ${isOut(now)}
        and p.published_at > ${(member.feedReadAt ?? member.registeredAt).toISOString()}
      order by p.id
      on conflict do nothing`);
  });
  return null;
}

/** Moves one timestamp. Rows since the previous mark stay until the next one, for undo. */
function markEverythingRead({ transaction, clock }: Services, { id }: Member): Promise<UndoRead | null> {
  const now = clock.now();
  return transaction(async (tx) => {
    const [member] = await tx
      .select({ before: members.feedReadAt })
      .from(members)
      .where(and(eq(members.id, id), isNull(members.closedAt)))
      .for('update');
    if (!member) return null;
    const { before } = member;
    if (before) await tx.delete(postReads).where(and(eq(postReads.memberId, id), lte(postReads.readAt, before)));
    if (before && before >= now) return null;
    await tx.update(members).set({ feedReadAt: now }).where(eq(members.id, id));
    return { marked_at: now.toISOString(), before: before?.toISOString() ?? null };
  });
}

/** Changes nothing after an undo or a newer mark. */
export async function undoMarkEverythingRead({ db }: Services, { id }: Member, undo: UndoRead): Promise<void> {
  const [markedAt, before] = [new Date(undo.marked_at), undo.before === null ? null : new Date(undo.before)];
  if (before && before >= markedAt) return;
  await db
    .update(members)
    .set({ feedReadAt: before })
    .where(and(eq(members.id, id), eq(members.feedReadAt, markedAt)));
}

export async function countUnread(
  { db, clock }: Services,
  { memberId, readAt }: Reader,
): Promise<Record<PostKind, number>> {
  const posts = unreadPosts(sql`${memberId}`, sql`${readAt.toISOString()}`, clock.now());
  const { rows } = await db.execute<{ kind: PostKind; unread: number }>(sql`
    select kind, count(*)::integer as unread from (${posts}) as unread group by kind`);
  return { news: 0, webinar: 0, ...Object.fromEntries(rows.map(({ kind, unread }) => [kind, unread])) };
}

/** Looks only at the newest `UNREAD_COUNTED` posts of each kind, which bounds the cost. */
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

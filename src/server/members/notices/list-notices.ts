import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { listNotices } from '#contracts/notices.ts';
import { type Refused, refuseField } from '#domain/refusals.ts';
import { notices } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';

type Input = z.output<typeof listNotices.input>;
export type NoticeRow = typeof notices.$inferSelect;

const PAGE = 20;

export async function listMemberNotices(
  { db }: Pick<Services, 'db'>,
  memberId: number,
  { cursor, unread, limit = PAGE }: Input,
): Promise<{ rows: NoticeRow[]; next: string | null } | Refused> {
  const before = cursor === undefined ? undefined : readNoticeId(cursor);
  if (cursor !== undefined && before === undefined) return refuseField('cursor', 'invalid');
  const results = await db
    .select()
    .from(notices)
    .where(
      and(
        eq(notices.memberId, memberId),
        before === undefined ? undefined : lt(notices.id, before),
        unread ? isNull(notices.seenAt) : undefined,
      ),
    )
    .orderBy(desc(notices.id))
    .limit(limit + 1);
  const rows = results.slice(0, limit);
  const last = results.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last ? String(last.id) : null };
}

const MAX_ID = 2 ** 31 - 1;

/** Undefined unless it is a PostgreSQL integer above 0. */
export function readNoticeId(text: string): number | undefined {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : MAX_ID + 1;
  return id <= MAX_ID ? id : undefined;
}

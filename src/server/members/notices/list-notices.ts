import { and, desc, eq, inArray, isNull, lt } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { listNotices } from '#contracts/notices.ts';
import { kindsOfTopic, type NoticeTopic } from '#domain/notice-topics.ts';
import { type Refused, refuseField } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { notices } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';

type Input = z.output<typeof listNotices.input>;
export type NoticeRow = typeof notices.$inferSelect;

const PAGE = 20;

export async function listMemberNotices(
  { db }: Pick<Services, 'db'>,
  memberId: number,
  { cursor, topic, unread, limit = PAGE }: Input,
): Promise<{ rows: NoticeRow[]; next: string | null } | Refused> {
  const before = cursor === undefined ? undefined : readNoticeId(cursor);
  if (cursor !== undefined && before === undefined) return refuseField('cursor', 'invalid');
  const newest = newestOf(
    db,
    and(
      eq(notices.memberId, memberId),
      before === undefined ? undefined : lt(notices.id, before),
      unread ? isNull(notices.seenAt) : undefined,
    ),
  );
  const results = await (topic ? newest.ofTopic(topic, limit + 1) : newest.rows().limit(limit + 1));
  const rows = results.slice(0, limit);
  const last = results.length > limit ? rows.at(-1) : topic && (await newest.lastScanned());
  return { rows, next: last ? String(last.id) : null };
}

/** No index has the topic, so one call looks at this many notices. */
const SCANNED_MAX = 1_000;

function newestOf(db: Db, condition: ReturnType<typeof and>) {
  const rows = () => db.select().from(notices).where(condition).orderBy(desc(notices.id));
  return {
    rows,
    ofTopic(topic: NoticeTopic, count: number) {
      const scanned = rows().limit(SCANNED_MAX).as('scanned');
      const isOfTopic = inArray(scanned.kind, kindsOfTopic(topic));
      return db.select().from(scanned).where(isOfTopic).orderBy(desc(scanned.id)).limit(count);
    },
    async lastScanned() {
      const ids = db.select({ id: notices.id }).from(notices).where(condition).orderBy(desc(notices.id));
      const [last] = await ids.offset(SCANNED_MAX - 1).limit(1);
      return last;
    },
  };
}

const MAX_ID = 2 ** 31 - 1;

/** Undefined unless it is a PostgreSQL integer above 0. */
export function readNoticeId(text: string): number | undefined {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : MAX_ID + 1;
  return id <= MAX_ID ? id : undefined;
}

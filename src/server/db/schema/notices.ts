import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { NoticeKind } from '#domain/notices.ts';
import { time } from './columns.ts';
import { members } from './members.ts';

export const notices = pgTable(
  'notices',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    kind: text().$type<NoticeKind>().notNull(),
    /** Format depends on the kind, see `NOTICES`. */
    about: text(),
    at: time('at').notNull(),
    seenAt: time('seen_at'),
  },
  (table) => [
    index('notices_member').on(table.memberId, table.id),
    index('notices_unseen')
      .on(table.memberId)
      .where(sql`seen_at is null`),
  ],
);

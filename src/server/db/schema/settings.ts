import { index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { bytes } from './columns.ts';
import { members } from './members.ts';

/** A member's photo in the sizes that pages use, re-encoded. The id is made of its contents and never reused. */
export const memberPhotos = pgTable(
  'member_photos',
  {
    id: text().notNull(),
    sizePx: smallint('size_px').notNull(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    webp: bytes('webp').notNull(),
  },
  (table) => [primaryKey({ columns: [table.id, table.sizePx] }), index('member_photos_member').on(table.memberId)],
);

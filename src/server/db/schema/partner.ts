import { bigint, date, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bytes } from './columns.ts';
import { members } from './members.ts';

/** Visitors per partner page and hour, as hashes whose key changes daily. */
export const partnerVisits = pgTable(
  'partner_visits',
  {
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    /** Hours since 1970. */
    hour: integer().notNull(),
    visitor: bytes().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.hour, table.visitor] }),
    index('partner_visits_hour').on(table.hour),
  ],
);

export const partnerDays = pgTable(
  'partner_days',
  {
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    day: date({ mode: 'string' }).notNull(),
    views: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.day] })],
);

import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, time } from './columns.ts';
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

/** Money in micros. `plans`: what places of a plan came to, by plan. */
export type CountedFigures = {
  all: number;
  active: number;
  /** Null before the first transfer. */
  money: { earnedNothing: number; everWithdrew: number; quartiles: [string, string, string] } | null;
  plans: Record<string, { places: number; completed: number; median: string }>;
};

/** The newest count of all members, one row for all processes. */
export const disclosureFigures = pgTable('disclosure_figures', {
  only: text()
    .primaryKey()
    .default(sql`'figures'`),
  countedAt: time('counted_at').notNull(),
  figures: jsonb().$type<CountedFigures>().notNull(),
});

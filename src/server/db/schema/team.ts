import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { CareerStatus } from '#domain/career-status.ts';
import { members } from './members.ts';

/**
 * Everybody above everybody: one row for each member and each of their uplines, `line` steps apart. What a team is
 * filtered by is repeated here, so that every filter has an index that ends in the order of the list. Members' ids
 * grow with time, so that order is the newest first. Written by triggers on `members` alone.
 */
export const teamLinks = pgTable(
  'team_links',
  {
    ancestorId: integer('ancestor_id').notNull(),
    memberId: integer('member_id').notNull(),
    line: smallint().notNull(),
    careerStatus: text('career_status').$type<CareerStatus>().notNull(),
    active: boolean().notNull(),
    hasRealEstate: boolean('has_real_estate').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ancestorId, table.memberId] }),
    index('team_links_member').on(table.memberId),
    index('team_links_line').on(table.ancestorId, table.line, table.memberId),
    index('team_links_status').on(table.ancestorId, table.careerStatus, table.memberId),
    index('team_links_active')
      .on(table.ancestorId, table.memberId)
      .where(sql`active`),
    index('team_links_inactive')
      .on(table.ancestorId, table.memberId)
      .where(sql`not active`),
    index('team_links_real_estate')
      .on(table.ancestorId, table.memberId)
      .where(sql`has_real_estate`),
  ],
);

/** How many are below each member. Written by triggers on `members` alone. */
export const teamCounts = pgTable('team_counts', {
  memberId: integer('member_id')
    .primaryKey()
    .references(() => members.id),
  wholeTeam: integer('whole_team').notNull().default(0),
  firstLine: integer('first_line').notNull().default(0),
  inactiveFirstLine: integer('inactive_first_line').notNull().default(0),
});

/** How many came into each member's team on each day. Written by triggers on `members` alone. */
export const teamDays = pgTable(
  'team_days',
  {
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    day: date({ mode: 'string' }).notNull(),
    registrations: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.day] })],
);

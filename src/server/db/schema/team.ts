import { boolean, date, index, integer, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core';
import type { CareerStatus } from '#domain/career-status.ts';

/** What a team is filtered by, in one number: each status, active or not, with real estate or without. */
export const teamFacets = pgTable(
  'team_facets',
  {
    id: smallint().primaryKey().generatedAlwaysAsIdentity(),
    careerStatus: text('career_status').$type<CareerStatus>().notNull(),
    active: boolean().notNull(),
    hasRealEstate: boolean('has_real_estate').notNull(),
  },
  (table) => [unique('team_facets_each').on(table.careerStatus, table.active, table.hasRealEstate)],
);

/**
 * Everybody above everybody: one row for each member and each of their uplines, `line` steps apart. Whatever a team
 * is filtered by has an index that ends in the order of the list: by day, and within a day by id. Written by triggers
 * on `members` alone, which is why there are no foreign keys to check.
 */
export const teamLinks = pgTable(
  'team_links',
  {
    ancestorId: integer('ancestor_id').notNull(),
    memberId: integer('member_id').notNull(),
    registeredOn: date('registered_on', { mode: 'string' }).notNull(),
    line: smallint().notNull(),
    facet: smallint().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.ancestorId] }),
    index('team_links_newest').on(table.ancestorId, table.registeredOn, table.memberId),
    index('team_links_line').on(table.ancestorId, table.line, table.registeredOn, table.memberId),
    index('team_links_facet').on(table.ancestorId, table.facet, table.registeredOn, table.memberId),
    index('team_links_facet_line').on(table.ancestorId, table.facet, table.line, table.registeredOn, table.memberId),
  ],
);

/** How many are below each member. Written by triggers on `members` alone. */
export const teamCounts = pgTable('team_counts', {
  memberId: integer('member_id').primaryKey(),
  wholeTeam: integer('whole_team').notNull().default(0),
  firstLine: integer('first_line').notNull().default(0),
  inactiveFirstLine: integer('inactive_first_line').notNull().default(0),
});

/** How many came into each member's team on each day. Written by triggers on `members` alone. */
export const teamDays = pgTable(
  'team_days',
  {
    memberId: integer('member_id').notNull(),
    day: date({ mode: 'string' }).notNull(),
    registrations: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.day] })],
);

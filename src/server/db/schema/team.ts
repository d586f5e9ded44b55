import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CareerStatus } from '#domain/career-status.ts';
import { signUps } from './auth.ts';
import { time } from './columns.ts';
import { members } from './members.ts';

/** All combinations of the team filters, each with one number. */
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

/** Written only by triggers on `members`, hence no foreign keys. Indexes end in list order: day, then id. */
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

/** Written only by triggers on `members`. */
export const teamCounts = pgTable('team_counts', {
  memberId: integer('member_id').primaryKey(),
  wholeTeam: integer('whole_team').notNull().default(0),
  firstLine: integer('first_line').notNull().default(0),
  inactiveFirstLine: integer('inactive_first_line').notNull().default(0),
  activeTeam: integer('active_team').notNull().default(0),
  /** Former members, who stay in `wholeTeam`. */
  leftTeam: integer('left_team').notNull().default(0),
});

/** Written only by triggers on `members`. */
export const teamDays = pgTable(
  'team_days',
  {
    memberId: integer('member_id').notNull(),
    day: date({ mode: 'string' }).notNull(),
    registrations: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.day] })],
);

/** Hides a member or a guest from their inviter's list “Needs a hand”. Inviters never change, so one row is enough. */
export const handSnoozes = pgTable(
  'hand_snoozes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => members.id),
    memberId: integer('member_id').references(() => members.id),
    signUpId: uuid('sign_up_id').references(() => signUps.id, { onDelete: 'cascade' }),
    until: time('until').notNull(),
  },
  (table) => [
    uniqueIndex('hand_snoozes_member').on(table.memberId),
    uniqueIndex('hand_snoozes_sign_up').on(table.signUpId),
    index('hand_snoozes_owner').on(table.ownerId, table.id),
    check('hand_snoozes_one', sql`num_nonnulls(member_id, sign_up_id) = 1`),
  ],
);

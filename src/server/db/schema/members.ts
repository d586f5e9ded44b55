import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { CareerStatus } from '#domain/career-status.ts';
import type { Language } from '#domain/languages.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A person who has signed up. `username` and `email` are stored normalised, so their unique indexes know no case. */
export const members = pgTable(
  'members',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    username: text().notNull(),
    email: text().notNull(),
    name: text(),
    photo: text(),
    passwordHash: text('password_hash').notNull(),
    language: text().$type<Language>().notNull(),
    careerStatus: text('career_status').$type<CareerStatus>().notNull().default('none'),
    /** Activated and holding an active licence place. */
    active: boolean().notNull().default(false),
    /** Active Dream X places. */
    realEstate: integer('real_estate').notNull().default(0),
    refCode: text('ref_code').notNull(),
    /** Bound once, at sign-up; only the top of the tree has none. */
    inviterId: integer('inviter_id').references((): AnyPgColumn => members.id),
    registeredAt: time('registered_at').notNull(),
    /** The day of it in the platform's time zone, by which registrations are counted. */
    registeredOn: date('registered_on', { mode: 'string' }).notNull(),
    activatedAt: time('activated_at'),
    blockedAt: time('blocked_at'),
    searchText: text('search_text').generatedAlwaysAs(sql`lower(username || ' ' || coalesce(name, ''))`),
  },
  (table) => [
    uniqueIndex('members_username').on(table.username),
    uniqueIndex('members_email').on(table.email),
    uniqueIndex('members_ref_code').on(table.refCode),
    index('members_inviter').on(table.inviterId, table.id),
    index('members_registered').on(table.registeredOn, table.id),
    index('members_search').using('gin', sql`search_text gin_trgm_ops`),
  ],
);

/** Why somebody is in somebody's team: by which code and when. Written once, read by both sides. */
export const referrals = pgTable('referrals', {
  memberId: integer('member_id')
    .primaryKey()
    .references(() => members.id),
  inviterId: integer('inviter_id')
    .notNull()
    .references(() => members.id),
  refCode: text('ref_code').notNull(),
  boundAt: time('bound_at').notNull(),
});

export type Member = typeof members.$inferSelect;

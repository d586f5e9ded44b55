import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { CareerStatus } from '#domain/career-status.ts';
import { CONTACT_KINDS, type Contacts, type ContactsVisibility } from '#domain/contacts.ts';
import type { JoinedVia } from '#domain/identity.ts';
import type { Language } from '#domain/languages.ts';
import type { NoticeKind } from '#domain/notices.ts';
import type { WeekStart } from '#domain/week-start.ts';
import { bytes, time } from './columns.ts';

const CAPITALS = 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯё';
const SMALL = 'абвгдеежзийклмнопрстуфхцчшщъыьэюяе';

/**
 * Contacts as they are searched: small letters, no gaps inside numbers. Part of an index, so it has no parameters, and
 * no functions of ours: PostgreSQL rebuilds indexes with an empty search path.
 */
export function contactText(column: string): SQL {
  const kinds = CONTACT_KINDS.map((kind) => `coalesce(${column} ->> '${kind}', '')`).join(String.raw` || E'\n' || `);
  const withoutGaps = String.raw`regexp_replace(${kinds}, '(\d)[ ().+/-]+(?=\d)', '\1', 'g')`;
  return sql.raw(String.raw`nullif(translate(lower(${withoutGaps} collate "C"), '${CAPITALS}', '${SMALL}'), E'\n\n')`);
}

/** `username` and `email` are normalised, so their unique indexes ignore case. */
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
    /** Has an active licence place. */
    active: boolean().notNull().default(false),
    /** Number of active Dream X places. */
    realEstate: integer('real_estate').notNull().default(0),
    refCode: text('ref_code').notNull(),
    inviterId: integer('inviter_id').references((): AnyPgColumn => members.id),
    /** Steps below the top of the tree, written by a trigger. */
    depth: smallint().notNull().default(0),
    registeredAt: time('registered_at').notNull(),
    /** Day in the platform’s time zone. */
    registeredOn: date('registered_on', { mode: 'string' }).notNull(),
    activatedAt: time('activated_at').notNull(),
    blockedAt: time('blocked_at'),
    /** Personal data is deleted; the position in the tree and the ledger stay. */
    closedAt: time('closed_at'),
    /** These changes pause withdrawals for a while, since a thief would make them first. */
    passwordChangedAt: time('password_changed_at'),
    emailChangedAt: time('email_changed_at'),
    pinClearedAt: time('pin_cleared_at'),
    passwordResetAt: time('password_reset_at'),
    /** Set by the link “This wasn’t me”, until the owner or support resumes withdrawals. */
    withdrawalsStoppedAt: time('withdrawals_stopped_at'),
    /** Since then payouts go only to saved destinations older than 24 h; until `destinationWaitEndsAt` if set. */
    destinationWaitSince: time('destination_wait_since'),
    destinationWaitEndsAt: time('destination_wait_ends_at'),
    /** Shows the name and photo on the partner page; the username is always shown. */
    partnerShowsName: boolean('partner_shows_name').notNull().default(false),
    inSitemap: boolean('in_sitemap').notNull().default(false),
    /** Shows name, photo and status to uplines beyond the inviter. New accounts choose it; earlier ones had no choice. */
    showsUpline: boolean('shows_upline').notNull().default(true),
    contacts: jsonb().$type<Contacts>().notNull().default({ telegram: '', phone: '', other: '' }),
    contactsVisibility: text('contacts_visibility').$type<ContactsVisibility>().notNull().default('nobody'),
    weekStart: text('week_start').$type<WeekStart>().notNull().default('language'),
    feedReadAt: time('feed_read_at'),
    firstStepsDismissedAt: time('first_steps_dismissed_at'),
    /** Optional kinds only; safety e-mails are always sent. */
    unwantedMails: jsonb('unwanted_mails').$type<NoticeKind[]>().notNull().default([]),
    /** Source of the private calendar address; a new salt revokes the old address. */
    calendarSalt: bytes('calendar_salt'),
    /** Username and name folded by `foldName`; written by a trigger. */
    searchText: text('search_text'),
  },
  (table) => [
    uniqueIndex('members_username').on(table.username),
    uniqueIndex('members_email').on(table.email),
    uniqueIndex('members_ref_code').on(table.refCode),
    uniqueIndex('members_calendar_salt').on(table.calendarSalt),
    index('members_inviter').on(table.inviterId, table.id),
    index('members_without_place')
      .on(table.inviterId, table.registeredOn, table.id)
      .where(sql`not active and closed_at is null`),
    index('members_in_sitemap')
      .on(table.id)
      .where(sql`in_sitemap and blocked_at is null`),
    index('members_username_start').on(table.username.op('text_pattern_ops')),
    index('members_email_start').on(table.email.op('text_pattern_ops')),
    index('members_registered').on(table.registeredAt, table.id),
    index('members_blocked')
      .on(table.username, table.id)
      .where(sql`blocked_at is not null`),
    index('members_blocked_registered')
      .on(table.registeredAt, table.id)
      .where(sql`blocked_at is not null`),
    index('members_closed')
      .on(table.username, table.id)
      .where(sql`closed_at is not null`),
    index('members_closed_registered')
      .on(table.registeredAt, table.id)
      .where(sql`closed_at is not null`),
    index('members_search')
      .using('gin', sql`search_pieces(search_text)`)
      .with({ fastupdate: false }),
    index('members_contacts')
      .using('gin', sql`search_pieces(${contactText('contacts')})`)
      .with({ fastupdate: false }),
  ],
);

export const referrals = pgTable('referrals', {
  memberId: integer('member_id')
    .primaryKey()
    .references(() => members.id),
  inviterId: integer('inviter_id')
    .notNull()
    .references(() => members.id),
  refCode: text('ref_code').notNull(),
  boundAt: time('bound_at').notNull(),
  /** Null for members of versions before this column. */
  via: text().$type<JoinedVia>(),
});

export type Member = typeof members.$inferSelect;

/** The id is derived from the contents and never reused. */
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

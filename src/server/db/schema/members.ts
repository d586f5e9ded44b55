import { sql } from 'drizzle-orm';
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
import type { Contacts, ContactsVisibility } from '#domain/contacts.ts';
import type { Language } from '#domain/languages.ts';
import type { NoticeKind } from '#domain/notices.ts';
import type { WeekStart } from '#domain/week-start.ts';
import { bytes, time } from './columns.ts';

/**
 * A person who has signed up and used the link of the e-mail. `username` and `email` are stored normalised, so their
 * unique indexes know no case.
 */
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
    /** Steps below the top of the tree; written by a trigger. What lies between two depths is a line. */
    depth: smallint().notNull().default(0),
    registeredAt: time('registered_at').notNull(),
    /** The day of it in the platform's time zone, by which registrations are counted. */
    registeredOn: date('registered_on', { mode: 'string' }).notNull(),
    activatedAt: time('activated_at').notNull(),
    blockedAt: time('blocked_at'),
    /** Left for good: what told who they were is gone, their place in the lines and in the ledger stays. */
    closedAt: time('closed_at'),
    /** Changes that a thief would make first: withdrawals rest after them. */
    passwordChangedAt: time('password_changed_at'),
    emailChangedAt: time('email_changed_at'),
    pinClearedAt: time('pin_cleared_at'),
    /** By a link of an e-mail, which only the mailbox gives. */
    passwordResetAt: time('password_reset_at'),
    /** By the owner's link “This wasn’t me”; nothing leaves until they or support lift it. */
    withdrawalsStoppedAt: time('withdrawals_stopped_at'),
    /** Since when money goes only to saved destinations that have waited; until `destinationWaitEndsAt` where that was asked for. */
    destinationWaitSince: time('destination_wait_since'),
    destinationWaitEndsAt: time('destination_wait_ends_at'),
    /** Whether the partner page may tell the name and show the photo; the username it always does. */
    partnerShowsName: boolean('partner_shows_name').notNull().default(false),
    inSitemap: boolean('in_sitemap').notNull().default(false),
    contacts: jsonb().$type<Contacts>().notNull().default({ telegram: '', phone: '', other: '' }),
    contactsVisibility: text('contacts_visibility').$type<ContactsVisibility>().notNull().default('nobody'),
    weekStart: text('week_start').$type<WeekStart>().notNull().default('language'),
    /** Everything in the feed that was published before is read. */
    feedReadAt: time('feed_read_at'),
    /** E-mails that this member does not want; only those that nobody needs for safety can be in it. */
    unwantedMails: jsonb('unwanted_mails').$type<NoticeKind[]>().notNull().default([]),
    /** From this their private calendar address is made; a new one makes the old address void. */
    calendarSalt: bytes('calendar_salt'),
    /** Username and name as `foldName` has them. A trigger writes it. */
    searchText: text('search_text'),
  },
  (table) => [
    uniqueIndex('members_username').on(table.username),
    uniqueIndex('members_email').on(table.email),
    uniqueIndex('members_ref_code').on(table.refCode),
    uniqueIndex('members_calendar_salt').on(table.calendarSalt),
    index('members_inviter').on(table.inviterId, table.id),
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

import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Language } from '#domain/languages.ts';
import type { JoinedVia } from '#domain/identity.ts';
import type { TakenBack } from '#domain/rescue.ts';
import { bytes, time } from './columns.ts';
import type { Agreement } from './legal.ts';
import { members } from './members.ts';

/** `sealedToken` is the current refresh token, encrypted with its parent: a retry with the parent gets it again. */
export const sessionFamilies = pgTable(
  'session_families',
  {
    id: uuid().primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    tokenHash: bytes('token_hash').notNull(),
    parentHash: bytes('parent_hash'),
    sealedToken: bytes('sealed_token'),
    rotatedAt: time('rotated_at').notNull(),
    startedAt: time('started_at').notNull(),
    /** Last call, to the minute. Null in sessions of versions before this column. */
    seenAt: time('seen_at'),
    device: text().notNull().default(''),
    addressRange: text('address_range').notNull().default(''),
    /** When the owner was verified for the data export. */
    exportProvenAt: time('export_proven_at'),
    endedAt: time('ended_at'),
    endReason: text('end_reason').$type<'sign-out' | 'reuse' | 'password' | 'blocked' | 'ended' | 'closed'>(),
  },
  (table) => [index('session_families_member').on(table.memberId)],
);

/** Several may share an e-mail. The username is reserved until `expiresAt`, when the last link expires. */
export const signUps = pgTable(
  'sign_ups',
  {
    id: uuid().primaryKey(),
    username: text().notNull(),
    email: text().notNull(),
    name: text(),
    passwordHash: text('password_hash'),
    language: text().$type<Language>().notNull(),
    /** Null only for the top of a tree. */
    inviterId: integer('inviter_id').references(() => members.id),
    refCode: text('ref_code'),
    /** How the guest came to the inviter; null in sign-ups of versions before this column. */
    via: text().$type<JoinedVia>(),
    /** Null if an operator added the account. */
    agreement: jsonb().$type<Agreement>(),
    showsUpline: boolean('shows_upline').notNull().default(false),
    requestedAt: time('requested_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('sign_ups_username').on(table.username),
    index('sign_ups_email').on(table.email, table.requestedAt),
    index('sign_ups_expiry').on(table.expiresAt),
    index('sign_ups_inviter').on(table.inviterId, table.requestedAt, table.id),
    index('sign_ups_requested').on(table.requestedAt, table.username),
  ],
);

export type SignUp = typeof signUps.$inferSelect;

export const mailedLinks = pgTable(
  'mailed_links',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    memberId: integer('member_id').references(() => members.id),
    signUpId: uuid('sign_up_id').references(() => signUps.id, { onDelete: 'cascade' }),
    purpose: text().$type<'activation' | 'reset' | 'email' | 'keep-factor' | 'stop'>().notNull(),
    newEmail: text('new_email'),
    destinationId: uuid('destination_id'),
    tokenHash: bytes('token_hash').notNull(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
    takenBack: jsonb('taken_back').$type<TakenBack[]>(),
  },
  (table) => [
    uniqueIndex('mailed_links_token').on(table.tokenHash),
    index('mailed_links_member').on(table.memberId, table.purpose),
    index('mailed_links_sign_up').on(table.signUpId),
    check('mailed_links_owner', sql`num_nonnulls(member_id, sign_up_id) = 1`),
  ],
);

/** Used bot checks. `spentOn` identifies the form, whose retry is accepted. */
export const spentChallenges = pgTable(
  'spent_challenges',
  { id: text().primaryKey(), spentOn: bytes('spent_on').notNull(), expiresAt: time('expires_at').notNull() },
  (table) => [index('spent_challenges_expiry').on(table.expiresAt)],
);

export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    resetsAt: time('resets_at').notNull(),
  },
  (table) => [index('rate_limits_reset').on(table.resetsAt)],
);

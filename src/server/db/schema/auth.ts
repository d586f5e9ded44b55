import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Language } from '#domain/languages.ts';
import type { TakenBack } from '#domain/rescue.ts';
import { bytes, time } from './columns.ts';
import { members } from './members.ts';

/**
 * One sign-in and everything that grew out of it. Only hashes of refresh tokens are here; `sealedToken` is the
 * current one, readable only with its parent, which is how the parent can be answered the same again.
 */
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
    /** What the browser called itself and the range it came from, at the last sign of life. */
    device: text().notNull().default(''),
    addressRange: text('address_range').notNull().default(''),
    /** The owner was proved for the export of all data; downloads of this session are open for a while. */
    exportProvenAt: time('export_proven_at'),
    endedAt: time('ended_at'),
    endReason: text('end_reason').$type<'sign-out' | 'reuse' | 'password' | 'blocked' | 'ended' | 'closed'>(),
  },
  (table) => [index('session_families_member').on(table.memberId)],
);

/**
 * What somebody typed to sign up. It becomes a member when a link of its own is used; until then the e-mail belongs
 * to nobody, and several may wait with the same one. The username is reserved until `expiresAt`, when the last link ends.
 */
export const signUps = pgTable(
  'sign_ups',
  {
    id: uuid().primaryKey(),
    username: text().notNull(),
    email: text().notNull(),
    name: text(),
    /** None where the operator made it: its link asks for a password. */
    passwordHash: text('password_hash'),
    language: text().$type<Language>().notNull(),
    /** Only the top of a tree has none. */
    inviterId: integer('inviter_id').references(() => members.id),
    refCode: text('ref_code'),
    requestedAt: time('requested_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('sign_ups_username').on(table.username),
    index('sign_ups_email').on(table.email, table.requestedAt),
    index('sign_ups_expiry').on(table.expiresAt),
    index('sign_ups_requested').on(table.requestedAt, table.username),
  ],
);

export type SignUp = typeof signUps.$inferSelect;

/** A link in an e-mail, of a member or of a sign-up. The token itself is nowhere but in the e-mail. */
export const mailedLinks = pgTable(
  'mailed_links',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    memberId: integer('member_id').references(() => members.id),
    signUpId: uuid('sign_up_id').references(() => signUps.id, { onDelete: 'cascade' }),
    purpose: text().$type<'activation' | 'reset' | 'email' | 'keep-factor' | 'stop'>().notNull(),
    /** The address that an `email` link confirms. */
    newEmail: text('new_email'),
    /** The saved destination that a `stop` link removes. */
    destinationId: uuid('destination_id'),
    tokenHash: bytes('token_hash').notNull(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
    /** What a `stop` link took back, for whoever presses it again. */
    takenBack: jsonb('taken_back').$type<TakenBack[]>(),
  },
  (table) => [
    uniqueIndex('mailed_links_token').on(table.tokenHash),
    index('mailed_links_member').on(table.memberId, table.purpose),
    index('mailed_links_sign_up').on(table.signUpId),
    check('mailed_links_owner', sql`num_nonnulls(member_id, sign_up_id) = 1`),
  ],
);

/** Bot checks already used: each counts once. `spentOn` lets the very same form come again after a lost answer. */
export const spentChallenges = pgTable(
  'spent_challenges',
  { id: text().primaryKey(), spentOn: bytes('spent_on').notNull(), expiresAt: time('expires_at').notNull() },
  (table) => [index('spent_challenges_expiry').on(table.expiresAt)],
);

/** How often a key has tried in its current window. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    resetsAt: time('resets_at').notNull(),
  },
  (table) => [index('rate_limits_reset').on(table.resetsAt)],
);

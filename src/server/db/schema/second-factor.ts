import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { SecurityEvent } from '#domain/security-events.ts';
import { bytes, time } from './columns.ts';
import { members } from './members.ts';

const memberId = () =>
  integer('member_id')
    .notNull()
    .references(() => members.id);

/** The authenticator app of a member: as long as there is a row, codes are asked for. */
export const memberTotps = pgTable('member_totps', {
  memberId: memberId().primaryKey(),
  /** Sealed. */
  secret: bytes('secret').notNull(),
  /** The time step of the last code that was taken: none is taken twice. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull(),
  setAt: time('set_at').notNull(),
});

/** Those that are left; one that is used is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    memberId: memberId(),
    hash: bytes('hash').notNull(),
    /** Null for codes older than this column. */
    madeAt: time('made_at'),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.hash] })],
);

/** An app that was switched off. “This wasn’t me” restores it for as long as `RECENT_SECONDS`; then it is deleted. */
export const formerTotps = pgTable(
  'former_totps',
  {
    memberId: memberId(),
    secret: bytes('secret').notNull(),
    lastStep: bigint('last_step', { mode: 'number' }).notNull(),
    setAt: time('set_at').notNull(),
    endedAt: time('ended_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.setAt] }), index('former_totps_ended').on(table.endedAt)],
);

/** Recovery codes that were renewed or switched off with their app, kept for as long as `former_totps`. */
export const formerRecoveryCodes = pgTable(
  'former_recovery_codes',
  {
    memberId: memberId(),
    hash: bytes('hash').notNull(),
    madeAt: time('made_at'),
    endedAt: time('ended_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.hash] }),
    index('former_recovery_codes_ended').on(table.endedAt),
  ],
);

export const memberPasskeys = pgTable(
  'member_passkeys',
  {
    /** The id of the credential, base64url. */
    id: text().primaryKey(),
    memberId: memberId(),
    name: text().notNull(),
    publicKey: bytes('public_key').notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    transports: jsonb().$type<string[]>().notNull(),
    createdAt: time('created_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('member_passkeys_member').on(table.memberId)],
);

/** A second factor that support takes away at `dueAt`, unless its owner stops it. */
export const factorRemovals = pgTable('factor_removals', {
  memberId: memberId().primaryKey(),
  askedAt: time('asked_at').notNull(),
  dueAt: time('due_at').notNull(),
});

/** What happened with a member's account, for the member to read; where from as sessions say it. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    memberId: memberId(),
    kind: text().$type<SecurityEvent>().notNull(),
    /** Name of the passkey or destination; empty for other kinds. */
    about: text().notNull().default(''),
    device: text().notNull(),
    addressRange: text('address_range').notNull(),
    at: time('at').notNull(),
  },
  (table) => [index('security_events_member').on(table.memberId, table.id), index('security_events_at').on(table.at)],
);

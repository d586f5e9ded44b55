import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { SecurityEvent } from '#domain/security-events.ts';
import { bytes, time } from './columns.ts';
import { members } from './members.ts';

const memberId = () =>
  integer('member_id')
    .notNull()
    .references(() => members.id);

export const memberTotps = pgTable('member_totps', {
  memberId: memberId().primaryKey(),
  /** Sealed. */
  secret: bytes('secret').notNull(),
  /** Time step of the last accepted code, which is not accepted again. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull(),
  setAt: time('set_at').notNull(),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    memberId: memberId(),
    hash: bytes('hash').notNull(),
    madeAt: time('made_at'),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.hash] })],
);

/** “This wasn’t me” restores it within `RECENT_SECONDS`; then it is deleted. */
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
    /** Credential id, base64url. */
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

export const factorRemovals = pgTable('factor_removals', {
  memberId: memberId().primaryKey(),
  askedAt: time('asked_at').notNull(),
  dueAt: time('due_at').notNull(),
});

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

import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ConsoleLanguage, StaffRole } from '#domain/staff.ts';
import { bytes, micros, time } from './columns.ts';

/** Somebody who works at the console. They have nothing in common with a member, not even a person's two rows. */
export const staff = pgTable(
  'staff',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Normalised as a member's is. */
    email: text().notNull(),
    name: text().notNull(),
    role: text().$type<StaffRole>().notNull(),
    language: text().$type<ConsoleLanguage>().notNull().default('en'),
    /** None before the invitation was accepted. */
    passwordHash: text('password_hash'),
    /** The secret of the authenticator app, sealed. */
    totpSecret: bytes('totp_secret'),
    /** The time step of the last code that was taken: none is taken twice. */
    totpStep: bigint('totp_step', { mode: 'number' }),
    invitedAt: time('invited_at').notNull(),
    /** None for the first, whom the command line added. */
    invitedBy: integer('invited_by'),
    activatedAt: time('activated_at'),
    disabledAt: time('disabled_at'),
  },
  (table) => [uniqueIndex('staff_email').on(table.email)],
);

export type Staff = typeof staff.$inferSelect;

/** Access given after the invitation: another role, access again, a new invitation. */
export const staffGrants = pgTable(
  'staff_grants',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    /** Words of the command: `staff role`. */
    action: text().notNull(),
    role: text().$type<StaffRole>().notNull(),
    /** None when a command gave it. */
    grantedBy: integer('granted_by').references(() => staff.id),
    grantedAt: time('granted_at').notNull(),
  },
  (table) => [index('staff_grants_staff').on(table.staffId)],
);

/** The way in for somebody who was invited, or whose second factor was taken away: one link each, the newest counts. */
export const staffInvitations = pgTable('staff_invitations', {
  staffId: integer('staff_id')
    .primaryKey()
    .references(() => staff.id, { onDelete: 'cascade' }),
  tokenHash: bytes('token_hash').notNull(),
  /** The secret that the page of the link shows as a QR code, sealed. */
  totpSecret: bytes('totp_secret').notNull(),
  expiresAt: time('expires_at').notNull(),
});

/** Only the hash of its token is here. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: uuid().primaryKey(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    tokenHash: bytes('token_hash').notNull(),
    startedAt: time('started_at').notNull(),
    /** When the second factor was shown last. */
    confirmedAt: time('confirmed_at').notNull(),
    /** To the minute. Of a session that an older version opened it is when it began, or when this column came. */
    lastSeenAt: time('last_seen_at').notNull().defaultNow(),
    address: text().notNull(),
    device: text().notNull(),
    endedAt: time('ended_at'),
  },
  (table) => [
    uniqueIndex('staff_sessions_token').on(table.tokenHash),
    index('staff_sessions_staff').on(table.staffId, table.startedAt),
  ],
);

export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    /** The id of the credential, base64url. */
    id: text().primaryKey(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    publicKey: bytes('public_key').notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    transports: jsonb().$type<string[]>().notNull(),
    createdAt: time('created_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('staff_passkeys_staff').on(table.staffId)],
);

/** Nothing reads or writes it any more: challenges travel sealed. A later release drops it (decision 0082). */
export const staffChallenges = pgTable('staff_challenges', {
  id: uuid().primaryKey(),
  challenge: text().notNull(),
  /** Whose passkey is added or asked for; nobody's yet at sign-in. */
  staffId: integer('staff_id').references(() => staff.id, { onDelete: 'cascade' }),
  expiresAt: time('expires_at').notNull(),
});

/** What one member of staff prepared and another has to approve. */
export const approvals = pgTable(
  'approvals',
  {
    id: uuid().primaryKey(),
    /** The action and what it is about, as the audit log says them. */
    action: text().notNull(),
    subject: text().notNull(),
    input: jsonb().$type<Record<string, unknown>>().notNull(),
    /** 0 when no money moves. */
    amountMicros: micros('amount').notNull(),
    reason: text().notNull(),
    preparedBy: integer('prepared_by')
      .notNull()
      .references(() => staff.id),
    preparedAt: time('prepared_at').notNull(),
    state: text().$type<'waiting' | 'approved' | 'declined'>().notNull().default('waiting'),
    decidedBy: integer('decided_by').references(() => staff.id),
    decidedAt: time('decided_at'),
    decisionReason: text('decision_reason'),
  },
  (table) => [
    uniqueIndex('approvals_waiting')
      .on(table.action, table.subject)
      .where(sql`state = 'waiting'`),
    index('approvals_state').on(table.state, table.preparedAt),
  ],
);

/** Work on many things, a step each; a job does what has no outcome yet, so that it goes on after a crash. */
export const staffWork = pgTable(
  'staff_work',
  {
    id: uuid().primaryKey(),
    action: text().notNull(),
    input: jsonb().$type<Record<string, unknown>>().notNull(),
    reason: text().notNull(),
    startedBy: integer('started_by')
      .notNull()
      .references(() => staff.id),
    address: text().notNull(),
    total: integer().notNull(),
    /** How many lines of its step are done, where a step has lines: written while the step is not yet committed. */
    linesDone: integer('lines_done'),
    startedAt: time('started_at').notNull(),
    finishedAt: time('finished_at'),
  },
  (table) => [index('staff_work_started').on(table.startedBy, table.startedAt)],
);

export const staffWorkSteps = pgTable(
  'staff_work_steps',
  {
    workId: uuid('work_id')
      .notNull()
      .references(() => staffWork.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    subject: text().notNull(),
    /** `done`, `waiting` for a second pair of eyes, or the code of a refusal. */
    outcome: text(),
    doneAt: time('done_at'),
  },
  (table) => [uniqueIndex('staff_work_steps_position').on(table.workId, table.position)],
);

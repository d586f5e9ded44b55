import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AlertKind } from '#domain/staff-alerts.ts';
import type { ConsoleLanguage, StaffRole } from '#domain/staff.ts';
import { bytes, micros, time } from './columns.ts';

export const staff = pgTable(
  'staff',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    email: text().notNull(),
    name: text().notNull(),
    role: text().$type<StaffRole>().notNull(),
    language: text().$type<ConsoleLanguage>().notNull().default('en'),
    passwordHash: text('password_hash'),
    /** Sealed. */
    totpSecret: bytes('totp_secret'),
    /** Time step of the last accepted code, which is not accepted again. */
    totpStep: bigint('totp_step', { mode: 'number' }),
    invitedAt: time('invited_at').notNull(),
    invitedBy: integer('invited_by'),
    activatedAt: time('activated_at'),
    disabledAt: time('disabled_at'),
    mutedAlerts: jsonb('muted_alerts').$type<AlertKind[]>().notNull().default([]),
  },
  (table) => [uniqueIndex('staff_email').on(table.email)],
);

export type Staff = typeof staff.$inferSelect;

export const staffGrants = pgTable(
  'staff_grants',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    action: text().notNull(),
    role: text().$type<StaffRole>().notNull(),
    grantedBy: integer('granted_by').references(() => staff.id),
    grantedAt: time('granted_at').notNull(),
  },
  (table) => [index('staff_grants_staff').on(table.staffId)],
);

export const staffInvitations = pgTable('staff_invitations', {
  staffId: integer('staff_id')
    .primaryKey()
    .references(() => staff.id, { onDelete: 'cascade' }),
  tokenHash: bytes('token_hash').notNull(),
  /** Sealed. */
  totpSecret: bytes('totp_secret').notNull(),
  expiresAt: time('expires_at').notNull(),
});

export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: uuid().primaryKey(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    tokenHash: bytes('token_hash').notNull(),
    startedAt: time('started_at').notNull(),
    confirmedAt: time('confirmed_at').notNull(),
    /** To the minute. Older sessions have their start or the time when this column was added. */
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
    /** Credential id, base64url. */
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

/** Unused since challenges travel sealed; a later release drops it (docs/design/deployment.md). */
export const staffChallenges = pgTable('staff_challenges', {
  id: uuid().primaryKey(),
  challenge: text().notNull(),
  staffId: integer('staff_id').references(() => staff.id, { onDelete: 'cascade' }),
  expiresAt: time('expires_at').notNull(),
});

export const approvals = pgTable(
  'approvals',
  {
    id: uuid().primaryKey(),
    action: text().notNull(),
    subject: text().notNull(),
    input: jsonb().$type<Record<string, unknown>>().notNull(),
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

/** A bulk action. A job runs the steps without outcome, so it resumes after a crash. */
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
    /** Lines done within the current step, written outside its transaction. */
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
    /** `done`, `waiting` for a second person, or the code of a refusal. */
    outcome: text(),
    doneAt: time('done_at'),
  },
  (table) => [uniqueIndex('staff_work_steps_position').on(table.workId, table.position)],
);

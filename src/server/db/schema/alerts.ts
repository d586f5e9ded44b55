import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AlertKind, WebhookKind, WebhookState } from '#domain/staff-alerts.ts';
import { micros, time } from './columns.ts';
import { staff } from './staff.ts';

/** One row per thing that waits for staff. Only `tell-staff` writes here, one run at a time, so ids are in order. */
export const staffAlerts = pgTable(
  'staff_alerts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<AlertKind>().notNull(),
    subject: text().notNull(),
    amountMicros: micros('amount').notNull(),
    /** The person who prepared it, who is not told of it. */
    causedBy: integer('caused_by').references(() => staff.id),
    createdAt: time('created_at').notNull(),
    endedAt: time('ended_at'),
    webhookId: uuid('webhook_id'),
  },
  (table) => [
    uniqueIndex('staff_alerts_subject').on(table.kind, table.subject),
    index('staff_alerts_waiting')
      .on(table.kind, table.id)
      .where(sql`ended_at is null`),
    index('staff_alerts_ended').on(table.endedAt),
  ],
);

/** The last digest of each kind. */
export const staffAlertMails = pgTable(
  'staff_alert_mails',
  {
    staffId: integer('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    kind: text().$type<AlertKind>().notNull(),
    /** Newest alert in it. */
    throughId: integer('through_id').notNull(),
    queuedAt: time('queued_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.staffId, table.kind] })],
);

export const staffWebhooks = pgTable(
  'staff_webhooks',
  {
    /** `webhook-id`, the same in each attempt. */
    id: uuid().primaryKey(),
    kind: text().$type<WebhookKind>().notNull(),
    body: text().notNull(),
    createdAt: time('created_at').notNull(),
    state: text().$type<WebhookState>().notNull().default('waiting'),
    /** Counted when an attempt begins, so that a killed one counts too. */
    attempts: integer().notNull().default(0),
    nextAt: time('next_at').notNull(),
    status: integer(),
    error: text(),
  },
  (table) => [
    index('staff_webhooks_created').on(table.createdAt, table.id),
    index('staff_webhooks_state').on(table.state, table.createdAt, table.id),
    index('staff_webhooks_due')
      .on(table.nextAt)
      .where(sql`state = 'waiting'`),
  ],
);

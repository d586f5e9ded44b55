import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * What was the audit log once. Only an older version that still runs writes it, and the hourly job adds that to the audit
 * log; to be dropped by a later release.
 */
export const operatorLog = pgTable('operator_log', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  operator: text().notNull(),
  command: text().notNull(),
  reason: text().notNull(),
  details: jsonb().$type<Record<string, string | null>>().notNull(),
  at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
});

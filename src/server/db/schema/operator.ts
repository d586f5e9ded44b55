import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** The former audit log. Only older versions write it; the hourly job copies it. A later release drops it. */
export const operatorLog = pgTable('operator_log', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  operator: text().notNull(),
  command: text().notNull(),
  reason: text().notNull(),
  details: jsonb().$type<Record<string, string | null>>().notNull(),
  at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
});

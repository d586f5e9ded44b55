import { sql } from 'drizzle-orm';
import { bigint, customType, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, time } from './columns.ts';

const words = customType<{ data: string }>({ dataType: () => 'tsvector' });

export type AuditValues = Record<string, string | number | boolean | null | undefined>;

/** Append-only, numbered without gaps. `hash` chains the entries by HMAC; null in entries older than the chain. */
export const auditLog = pgTable(
  'audit_log',
  {
    number: bigint({ mode: 'number' }).primaryKey(),
    /** `staff:` and an id, or `operator:` and the name given on the command line. */
    actor: text().notNull(),
    /** Words of the equivalent command: `withdrawals approve`. */
    action: text().notNull(),
    /** `member:anna`, `withdrawal:` and its id; may be empty. */
    subject: text().notNull(),
    reason: text().notNull(),
    before: jsonb().$type<AuditValues>(),
    after: jsonb().$type<AuditValues>(),
    address: text().notNull(),
    at: time('at').notNull(),
    hash: bytes('hash'),
    words: words('words').generatedAlwaysAs(
      sql`to_tsvector('simple', translate("reason" || ' ' || "actor" || ' ' || "action" || ' ' || "subject", ':-_./@+&<>=?#%~', '               '))`,
    ),
  },
  (table) => [
    index('audit_log_at').on(table.at, table.number),
    index('audit_log_actor').on(table.actor, table.at, table.number),
    index('audit_log_action').on(table.action, table.at, table.number),
    index('audit_log_subject').on(table.subject, table.at, table.number),
    index('audit_log_words').using('gin', table.words),
  ],
);

/** End of the chain: reveals deleted last entries. One row, locked while an entry is added. */
export const auditHead = pgTable('audit_head', {
  only: text()
    .primaryKey()
    .default(sql`'head'`),
  number: bigint({ mode: 'number' }).notNull(),
  hash: bytes('hash'),
});

import { sql } from 'drizzle-orm';
import { bigint, customType, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, time } from './columns.ts';

const words = customType<{ data: string }>({ dataType: () => 'tsvector' });

export type AuditValues = Record<string, string | number | boolean | null | undefined>;

/**
 * What operators did, at the console or by a command: who, to what, why, when and from where. Never changed. `number`
 * has no gaps, and `hash` is an HMAC over the one before and all of the entry, with a key that is not in the database.
 * Entries from before the chain have none.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    number: bigint({ mode: 'number' }).primaryKey(),
    /** `staff:` and an id, or `operator:` and the name that the command line was given. */
    actor: text().notNull(),
    /** `withdrawals approve`: the words of the command that does the same. */
    action: text().notNull(),
    /** What it was done to: `member:anna`, `withdrawal:` and its id; empty where nothing has a name. */
    subject: text().notNull(),
    reason: text().notNull(),
    before: jsonb().$type<AuditValues>(),
    after: jsonb().$type<AuditValues>(),
    /** The address the console was used from; the machine's own for a command. */
    address: text().notNull(),
    at: time('at').notNull(),
    hash: bytes('hash'),
    /** What can be searched for: the reason, and the parts of the names. */
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

/** The end of the chain, so that it shows when entries are missing there. One row, locked by whoever adds an entry. */
export const auditHead = pgTable('audit_head', {
  only: text()
    .primaryKey()
    .default(sql`'head'`),
  number: bigint({ mode: 'number' }).notNull(),
  hash: bytes('hash'),
});

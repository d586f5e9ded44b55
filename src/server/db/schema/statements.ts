import { date, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, micros, time } from './columns.ts';
import { members } from './members.ts';

/** Append-only. One closed month of one member, without a name; outlives a closed account as the ledger does. */
export const statements = pgTable(
  'statements',
  {
    number: text().primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    /** First day. */
    month: date({ mode: 'string' }).notNull(),
    timeZone: text('time_zone').notNull(),
    issuer: text().notNull(),
    opening: micros('opening').notNull(),
    accruals: micros('accruals').notNull(),
    corrections: micros('corrections').notNull(),
    deposits: micros('deposits').notNull(),
    refunds: micros('refunds').notNull(),
    places: micros('places').notNull(),
    withdrawals: micros('withdrawals').notNull(),
    fees: micros('fees').notNull(),
    closing: micros('closing').notNull(),
    issuedAt: time('issued_at').notNull(),
    /** `STATEMENT_VERSION` */
    version: smallint().notNull(),
    /** The signed text. */
    note: text().notNull(),
    signature: bytes('signature').notNull(),
    publicKey: bytes('public_key').notNull(),
  },
  (table) => [
    uniqueIndex('statements_month').on(table.memberId, table.month),
    /** First and last use of each key. */
    index('statements_key').on(table.publicKey, table.issuedAt),
  ],
);

import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Language } from '#domain/languages.ts';
import { micros, time } from './columns.ts';
import { ledgerTransfers } from './ledger.ts';
import { members } from './members.ts';
import { places } from './places.ts';
import { transactions } from './transactions.ts';

/** Append-only. Purchases that a member withdrew from within the days of the law. */
export const purchaseWithdrawals = pgTable(
  'purchase_withdrawals',
  {
    transactionId: uuid('transaction_id')
      .primaryKey()
      .references(() => transactions.id),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    placeId: integer('place_id')
      .notNull()
      .references(() => places.id),
    amountMicros: micros('amount').notNull(),
    refundId: bigint('refund_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerTransfers.id),
    at: time('at').notNull(),
    language: text().$type<Language>().notNull(),
    /** The member's declaration, as it was shown. */
    statement: text().notNull(),
  },
  (table) => [
    uniqueIndex('purchase_withdrawals_place').on(table.placeId),
    uniqueIndex('purchase_withdrawals_refund').on(table.refundId),
    index('purchase_withdrawals_member').on(table.memberId, table.at),
  ],
);

import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { TransactionState } from '#domain/transaction.ts';
import { micros, time } from './columns.ts';
import { ledgerTransfers } from './ledger.ts';
import { members } from './members.ts';
import { plans } from './plans.ts';

export const transactions = pgTable(
  'transactions',
  {
    id: uuid().primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    planId: text('plan_id')
      .notNull()
      .references(() => plans.id),
    price: micros('price').notNull(),
    state: text().$type<TransactionState>().notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    address: text(),
    payUrl: text('pay_url'),
    /** Seen by the node, not confirmed. */
    pending: micros('pending')
      .notNull()
      .default(sql`0`),
    /** Confirmed and credited; except for `returned`, held for this transaction. */
    received: micros('received')
      .notNull()
      .default(sql`0`),
    returned: micros('returned')
      .notNull()
      .default(sql`0`),
    paidAt: time('paid_at'),
    endedAt: time('ended_at'),
    /** Last moment to withdraw from the purchase; set with the sale, never changed. */
    withdrawUntil: time('withdraw_until'),
    /** When the member asked for the place to be active at once. */
    immediateAt: time('immediate_at'),
    saleId: bigint('sale_id', { mode: 'number' }).references(() => ledgerTransfers.id),
    checkAt: time('check_at'),
    /** Unused. */
    closedAtNode: time('closed_at_node'),
  },
  (table) => [
    uniqueIndex('transactions_unfinished')
      .on(table.memberId)
      .where(sql`state not in ('active', 'cancelled')`),
    uniqueIndex('transactions_sale').on(table.saleId),
    index('transactions_member').on(table.memberId, table.createdAt, table.id),
    index('transactions_check')
      .on(table.checkAt)
      .where(sql`check_at is not null`),
    index('transactions_state').on(table.state, table.createdAt, table.id),
    index('transactions_created').on(table.createdAt, table.id),
    index('transactions_price').on(table.price, table.id),
    index('transactions_state_price').on(table.state, table.price, table.id),
    index('transactions_plan').on(table.planId, table.createdAt, table.id),
    index('transactions_plan_price').on(table.planId, table.price, table.id),
    index('transactions_over')
      .on(table.createdAt, table.id)
      .where(sql`received > price`),
    index('transactions_over_state')
      .on(table.state, table.createdAt, table.id)
      .where(sql`received > price`),
    index('transactions_over_state_price')
      .on(table.state, table.price, table.id)
      .where(sql`received > price`),
    index('transactions_over_price')
      .on(table.price, table.id)
      .where(sql`received > price`),
  ],
);

export const transactionSteps = pgTable(
  'transaction_steps',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    state: text().$type<TransactionState>().notNull(),
    at: time('at').notNull(),
    /** `member`, `platform`, `node`, or `operator:` and a name. */
    actor: text().notNull(),
  },
  (table) => [index('transaction_steps_transaction').on(table.transactionId, table.id)],
);

/** Append-only. Payments in other currencies are recorded but not credited. */
export const transactionPayments = pgTable(
  'transaction_payments',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    nodeId: text('node_id').notNull(),
    amountMicros: micros('amount').notNull(),
    currency: text().notNull(),
    at: time('at').notNull(),
  },
  (table) => [
    uniqueIndex('transaction_payments_node').on(table.transactionId, table.nodeId),
    index('transaction_payments_name').on(table.nodeId),
    index('transaction_payments_other')
      .on(table.transactionId)
      .where(sql`currency <> 'USDT'`),
  ],
);

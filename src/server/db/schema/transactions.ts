import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { TransactionState } from '#domain/transaction.ts';
import { micros, time } from './columns.ts';
import { ledgerTransfers } from './ledger.ts';
import { members } from './members.ts';
import { plans } from './plans.ts';

/** A request to pay for a place at the member's node. Only one of a member's is unfinished. */
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
    /** Until then it can be paid. */
    expiresAt: time('expires_at').notNull(),
    /** Where to pay; the node tells it. */
    address: text(),
    payUrl: text('pay_url'),
    /** Seen by the node, not confirmed. */
    pending: micros('pending')
      .notNull()
      .default(sql`0`),
    /** Confirmed: on the member's account and, but for what was returned, held for this. */
    received: micros('received')
      .notNull()
      .default(sql`0`),
    returned: micros('returned')
      .notNull()
      .default(sql`0`),
    /** When as much as the price had come. */
    paidAt: time('paid_at'),
    endedAt: time('ended_at'),
    /** The sale; only an active one has it. */
    saleId: bigint('sale_id', { mode: 'number' }).references(() => ledgerTransfers.id),
    /** When the node is asked next; nothing when it need not be asked any more. */
    checkAt: time('check_at'),
    /** The node knows that it was cancelled. */
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

/** How a transaction came to where it stands. Never changed. */
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

/** A payment that the node has confirmed. In another currency it is only noted. Never changed. */
export const transactionPayments = pgTable(
  'transaction_payments',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    /** The node's name for it. */
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

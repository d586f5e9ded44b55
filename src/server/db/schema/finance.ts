import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Network } from '#domain/destination.ts';
import type { WithdrawalState } from '#domain/withdrawal.ts';
import { bytes, micros, time } from './columns.ts';
import { ledgerTransfers } from './ledger.ts';
import { members } from './members.ts';

export const withdrawals = pgTable(
  'withdrawals',
  {
    id: uuid().primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    destination: text().notNull(),
    network: text().$type<Network>().notNull(),
    /** Debited from the balance; `amountMicros - fee` arrives. */
    amountMicros: micros('amount').notNull(),
    fee: micros('fee').notNull(),
    /** Part of the amount that is refunded money: without fee, minimum and daily limit. */
    refundMicros: micros('refund')
      .notNull()
      .default(sql`0`),
    state: text().$type<WithdrawalState>().notNull(),
    requestedAt: time('requested_at').notNull(),
    completedAt: time('completed_at'),
    holdId: bigint('hold_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerTransfers.id),
    /** Transfer that ended the hold: payout or return. */
    endId: bigint('end_id', { mode: 'number' }).references(() => ledgerTransfers.id),
    chainId: text('chain_id'),
    /** Shown to the member: the operator’s text if rejected, a code of PAYOUT_FAILURES if failed. */
    reason: text(),
    /** Until then the member sees that it ended; null once dismissed. */
    receiptUntil: time('receipt_until'),
  },
  (table) => [
    uniqueIndex('withdrawals_hold').on(table.holdId),
    uniqueIndex('withdrawals_end').on(table.endId),
    index('withdrawals_member').on(table.memberId, table.requestedAt, table.id),
    index('withdrawals_state').on(table.state, table.requestedAt, table.id),
    index('withdrawals_requested').on(table.requestedAt, table.id),
    index('withdrawals_amount').on(table.amountMicros, table.id),
    index('withdrawals_state_amount').on(table.state, table.amountMicros, table.id),
    index('withdrawals_to').on(table.destination, table.requestedAt, table.id),
    index('withdrawals_shared').on(table.destination, table.memberId),
    index('withdrawals_to_amount').on(table.destination, table.amountMicros, table.id),
    index('withdrawals_chain')
      .on(table.chainId)
      .where(sql`chain_id is not null`),
  ],
);

export const withdrawalSteps = pgTable(
  'withdrawal_steps',
  {
    withdrawalId: uuid('withdrawal_id')
      .notNull()
      .references(() => withdrawals.id),
    state: text().$type<WithdrawalState>().notNull(),
    at: time('at').notNull(),
    /** `member`, `platform`, `node`, or `operator:` and a name. */
    actor: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.withdrawalId, table.state] })],
);

export const savedDestinations = pgTable(
  'saved_destinations',
  {
    id: uuid().primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    name: text().notNull(),
    destination: text().notNull(),
    network: text().$type<Network>().notNull(),
    savedAt: time('saved_at').notNull(),
  },
  (table) => [uniqueIndex('saved_destinations_member').on(table.memberId, table.destination)],
);

export const memberPins = pgTable('member_pins', {
  memberId: integer('member_id')
    .primaryKey()
    .references(() => members.id),
  pinHash: text('pin_hash').notNull(),
  /** Version of the pepper in `pinHash`. */
  pepperVersion: smallint('pepper_version').notNull().default(1),
  setAt: time('set_at').notNull(),
  wrongTries: integer('wrong_tries').notNull().default(0),
  waitsUntil: time('waits_until'),
  closedAt: time('closed_at'),
});

/** Answer to an idempotency key, written in the transaction of its effect. */
export const keptAnswers = pgTable(
  'kept_answers',
  {
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    key: text().notNull(),
    call: text().notNull(),
    /** HMAC of the input, because an input may carry a PIN. */
    inputMac: bytes('input_mac').notNull(),
    answer: jsonb().$type<unknown>().notNull(),
    keptAt: time('kept_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.key] }), index('kept_answers_age').on(table.keptAt)],
);

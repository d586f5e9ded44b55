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

/** Money on its way out. There is none without the transfer that holds it, nor an ended one without another. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: uuid().primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    destination: text().notNull(),
    network: text().$type<Network>().notNull(),
    /** What leaves the balance; `amountMicros - fee` arrives. */
    amountMicros: micros('amount').notNull(),
    fee: micros('fee').notNull(),
    state: text().$type<WithdrawalState>().notNull(),
    requestedAt: time('requested_at').notNull(),
    completedAt: time('completed_at'),
    holdId: bigint('hold_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerTransfers.id),
    /** The payout or the return. */
    endId: bigint('end_id', { mode: 'number' }).references(() => ledgerTransfers.id),
    /** What the chain calls the payment. */
    chainId: text('chain_id'),
    /** Told to the member: words of the operator when it was rejected, a code of PAYOUT_FAILURES when it failed. */
    reason: text(),
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
    index('withdrawals_to_amount').on(table.destination, table.amountMicros, table.id),
    index('withdrawals_chain')
      .on(table.chainId)
      .where(sql`chain_id is not null`),
  ],
);

/** Who moved a withdrawal on, and when. */
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

/** An address that a member keeps under a name of their own, to withdraw to. */
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

/** The finance PIN: a hash that needs a key from outside the database, and how often it was missed. */
export const memberPins = pgTable('member_pins', {
  memberId: integer('member_id')
    .primaryKey()
    .references(() => members.id),
  pinHash: text('pin_hash').notNull(),
  /** Of the pepper under the hash. */
  pepperVersion: smallint('pepper_version').notNull().default(1),
  setAt: time('set_at').notNull(),
  wrongTries: integer('wrong_tries').notNull().default(0),
  waitsUntil: time('waits_until'),
  closedAt: time('closed_at'),
});

/** What a call with this key was answered; written in the same transaction as its effect. */
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

import {
  bigint,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import type { TextsByLanguage } from '#i18n/texts-by-language.ts';
import { bytes, micros, time } from './columns.ts';
import { members } from './members.ts';

const ranges = customType<{ data: string }>({ dataType: () => 'int8multirange' });

/** Of a member: what can be spent, and what is held. Of the platform: where money comes from and goes to. */
export type AccountKind = 'available' | 'held' | 'earnings' | 'payouts' | 'fees' | 'deposits' | 'sales';
/**
 * `hold`, `release` and `payout` are a withdrawal's; of a place, `deposit` is money that came to the node, `purchase`
 * sets it aside or gives it back, and `sale` spends it.
 */
export type TransferKind = 'accrual' | 'correction' | 'hold' | 'release' | 'payout' | 'deposit' | 'purchase' | 'sale';

/**
 * A member's account keeps its balance, the number of its entries and the hash of the last; a trigger on the entries
 * writes them. The platform's accounts keep none of it: their balance is the sum of their entries.
 */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<AccountKind>().notNull(),
    memberId: integer('member_id').references(() => members.id),
    balance: micros('balance')
      .notNull()
      .default(sql`0`),
    entryCount: integer('entry_count').notNull().default(0),
    head: bytes('head'),
  },
  (table) => [
    uniqueIndex('ledger_accounts_member')
      .on(table.memberId, table.kind)
      .where(sql`member_id is not null`),
    uniqueIndex('ledger_accounts_platform')
      .on(table.kind)
      .where(sql`member_id is null`),
  ],
);

/** One movement of money. `key` names what it was made for, so that nothing is posted twice. Never changed. */
export const ledgerTransfers = pgTable(
  'ledger_transfers',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    key: text().notNull(),
    kind: text().$type<TransferKind>().notNull(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    details: jsonb().$type<Record<string, string>>().notNull(),
    /** How many entries it has: none can be added later. */
    legCount: integer('leg_count').notNull(),
    at: time('at').notNull(),
  },
  (table) => [uniqueIndex('ledger_transfers_key').on(table.key)],
);

/**
 * One account's part of a transfer. Entries of members' accounts are numbered and chained: `hash` is an HMAC over the
 * one before, the transfer and the balance after, with a key that is not in the database. Never changed.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transferId: bigint('transfer_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerTransfers.id),
    accountId: integer('account_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    kind: text().$type<TransferKind>().notNull(),
    amountMicros: micros('amount').notNull(),
    at: time('at').notNull(),
    /** The day it counts for; money that comes back counts for the day on which it was held. */
    day: date({ mode: 'string' }).notNull(),
    number: integer(),
    balanceAfter: micros('balance_after'),
    hash: bytes('hash'),
  },
  (table) => [
    uniqueIndex('ledger_entries_number')
      .on(table.accountId, table.number)
      .where(sql`number is not null`),
    index('ledger_entries_transfer').on(table.transferId),
    index('ledger_entries_history')
      .on(table.accountId, table.day, table.at, table.id)
      .where(sql`kind <> 'release'`),
    index('ledger_entries_kind').on(table.accountId, table.kind, table.day, table.at, table.id),
    /** Of the platform's accounts: what came and went in a day is read from it alone. */
    index('ledger_entries_platform')
      .on(table.accountId, table.day, table.amountMicros)
      .where(sql`number is null`),
  ],
);

/** What came to and went from a member's available balance, a day and a kind at a time. Written by a trigger. */
export const ledgerDays = pgTable(
  'ledger_days',
  {
    accountId: integer('account_id').notNull(),
    day: date({ mode: 'string' }).notNull(),
    kind: text().notNull(),
    amountMicros: micros('amount').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day, table.kind] })],
);

/**
 * What the accounts of each kind come to by the entries of all transfers up to `settledId`, behind which none can come
 * any more; one row, written by a job. What is newer is added by whoever asks.
 */
export const ledgerTotals = pgTable('ledger_totals', {
  only: text()
    .primaryKey()
    .default(sql`'totals'`),
  settledId: bigint('settled_id', { mode: 'bigint' }).notNull(),
  /** In millionths, by kind. */
  amounts: jsonb().$type<Record<string, string>>().notNull(),
  /** How many members had money, and when they were counted. */
  holders: integer(),
  holdersAt: time('holders_at'),
});

/** An import of earnings, once: the same batch with other contents is refused. */
export const accrualBatches = pgTable(
  'accrual_batches',
  {
    batch: text().primaryKey(),
    /** What the batch calls its reasons. */
    labels: jsonb().$type<Record<string, TextsByLanguage>>().notNull().default({}),
    contents: bytes('contents').notNull(),
    lineCount: integer('line_count').notNull(),
    total: micros('total').notNull(),
    postedAt: time('posted_at').notNull(),
  },
  (table) => [index('accrual_batches_posted').on(table.postedAt, table.batch)],
);

/**
 * What was in the ledger once. An account's chain can't show that its end was taken away; a seal can: it covers whole
 * transfers, and each seal the one before. Never changed.
 */
export const ledgerSeals = pgTable('ledger_seals', {
  number: integer().primaryKey(),
  at: time('at').notNull(),
  /** The ids of the transfers that it covers. */
  transfers: ranges('transfers').notNull(),
  transferCount: integer('transfer_count').notNull(),
  /** Over the ids and digests of these transfers. */
  contents: bytes('contents').notNull(),
  /** Every transaction that had begun was before this one. */
  horizon: bigint({ mode: 'bigint' }).notNull(),
  /** Up to this id every transfer is under this seal or one before it, or will never be there. */
  settledId: bigint('settled_id', { mode: 'bigint' }).notNull(),
  hash: bytes('hash').notNull(),
});

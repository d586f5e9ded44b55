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

export type AccountKind = 'available' | 'held' | 'earnings' | 'payouts' | 'fees' | 'deposits' | 'sales';
/** Withdrawals: `hold`, `release`, `payout`. Places: `deposit` (at the node), `purchase` (hold or return), `sale`, `refund`. */
export type TransferKind =
  'accrual' | 'correction' | 'hold' | 'release' | 'payout' | 'deposit' | 'purchase' | 'sale' | 'refund';

/** A trigger keeps members’ balances. A platform account keeps none; its balance is the sum of its entries. */
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

/** Append-only. `key` names the reason of the transfer, so that it is posted only once. */
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
    legCount: integer('leg_count').notNull(),
    at: time('at').notNull(),
  },
  (table) => [
    uniqueIndex('ledger_transfers_key').on(table.key),
    /** Finds lines of an accrual file that were posted before. */
    index('ledger_transfers_document')
      .on(sql`(details ->> 'document')`, table.memberId)
      .where(sql`kind = 'accrual'`),
  ],
);

/** Append-only. Members’ entries are chained: `hash` is an HMAC over the previous hash, transfer and new balance. */
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
    /** Day of the statistics; money that returns keeps the day of its hold. */
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
    index('ledger_entries_at').using('brin', table.at),
    index('ledger_entries_history')
      .on(table.accountId, table.day, table.at, table.id)
      .where(sql`kind <> 'release'`),
    index('ledger_entries_kind').on(table.accountId, table.kind, table.day, table.at, table.id),
    /** Index-only scans of the platform’s daily sums. */
    index('ledger_entries_platform')
      .on(table.accountId, table.day, table.amountMicros)
      .where(sql`number is null`),
  ],
);

/** Changes of a member’s available balance, summed per day and kind by a trigger. */
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

/** Sums up to `settledId`, below which no new transfer can appear. Written by a job; readers add newer entries. */
export const ledgerTotals = pgTable('ledger_totals', {
  only: text()
    .primaryKey()
    .default(sql`'totals'`),
  settledId: bigint('settled_id', { mode: 'bigint' }).notNull(),
  /** Micros per account kind. */
  amounts: jsonb().$type<Record<string, string>>().notNull(),
  holders: integer(),
  holdersAt: time('holders_at'),
});

/** The same batch with other contents is refused. */
export const accrualBatches = pgTable(
  'accrual_batches',
  {
    batch: text().primaryKey(),
    labels: jsonb().$type<Record<string, TextsByLanguage>>().notNull().default({}),
    contents: bytes('contents').notNull(),
    lineCount: integer('line_count').notNull(),
    total: micros('total').notNull(),
    postedAt: time('posted_at').notNull(),
  },
  (table) => [index('accrual_batches_posted').on(table.postedAt, table.batch)],
);

/** Append-only. Seals reveal deleted last entries, which an account’s chain can’t. */
export const ledgerSeals = pgTable('ledger_seals', {
  number: integer().primaryKey(),
  at: time('at').notNull(),
  transfers: ranges('transfers').notNull(),
  transferCount: integer('transfer_count').notNull(),
  contents: bytes('contents').notNull(),
  /** All transactions that had begun at this time have smaller ids. */
  horizon: bigint({ mode: 'bigint' }).notNull(),
  /** No transfer up to this id can be added after this seal. */
  settledId: bigint('settled_id', { mode: 'bigint' }).notNull(),
  hash: bytes('hash').notNull(),
});

import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import type { LogKind } from '#domain/seal/log-entry.ts';
import { bytes, micros, time } from './columns.ts';

/** Append-only. Public: the sum of all balances at the end of a day, and the root of a tree over them. */
export const dailySeals = pgTable('daily_seals', {
  day: date({ mode: 'string' }).primaryKey(),
  root: bytes('root').notNull(),
  total: micros('total').notNull(),
  leaves: integer().notNull(),
  members: integer().notNull(),
  /** SHA-256 of the note of the seal before; null for the first one. */
  previous: bytes('previous'),
  madeAt: time('made_at').notNull(),
  isLate: boolean('is_late').notNull(),
  /** `SEAL_VERSION` */
  version: smallint().notNull(),
  /** The signed text. */
  note: text().notNull(),
  signature: bytes('signature').notNull(),
  publicKey: bytes('public_key').notNull(),
  /** Entries and root of the public log before this seal; null for seals of version 1. */
  logSize: bigint('log_size', { mode: 'number' }),
  logRoot: bytes('log_root'),
  /** Signed note over the log with this seal as its last entry. */
  checkpoint: text(),
});

/** Kept for `PROOF_DAYS`: the leaves of a seal in tiles of 256, and the roots of these tiles in tiles of level 1. */
export const dailySealTiles = pgTable(
  'daily_seal_tiles',
  {
    day: date({ mode: 'string' }).notNull(),
    level: smallint().notNull(),
    number: integer().notNull(),
    /** Leaves are ordered by hash, so it finds the tile of a leaf. */
    firstHash: bytes('first_hash').notNull(),
    /** 40 bytes each: id and amount, or hash and sum. */
    nodes: bytes('nodes').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.level, table.number] }),
    index('daily_seal_tiles_first')
      .on(table.day, table.firstHash)
      .where(sql`level = 0`),
  ],
);

/** Append-only. The public log: completed payouts, placement events and seals, in the order of the tree. */
export const logEntries = pgTable(
  'log_entries',
  {
    index: bigint({ mode: 'number' }).primaryKey(),
    kind: text().$type<LogKind>().notNull(),
    /** Withdrawal, placement event or day. */
    source: text().notNull(),
    entry: bytes('entry').notNull(),
    /** Leaf hash as in RFC 6962. */
    hash: bytes('hash').notNull(),
    at: time('at').notNull(),
  },
  (table) => [uniqueIndex('log_entries_source').on(table.kind, table.source)],
);

/** Append-only. Level 1 has the roots of each 256 entries, level 2 those of each 256 nodes of level 1, and so on. */
export const logNodes = pgTable(
  'log_nodes',
  {
    level: smallint().notNull(),
    index: bigint({ mode: 'number' }).notNull(),
    hash: bytes('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.index] })],
);

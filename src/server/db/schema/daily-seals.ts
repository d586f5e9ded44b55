import { boolean, date, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
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

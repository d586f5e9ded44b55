import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, time } from './columns.ts';
import { members } from './members.ts';

/** Everything kept of a member, made into a file by a job because it is too much to wait for. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: uuid().primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    state: text().$type<'making' | 'ready' | 'failed'>().notNull(),
    /** How many rows are in it so far, and how many there were when it was asked for. */
    rowsDone: integer('rows_done').notNull().default(0),
    rowsInAll: integer('rows_in_all').notNull(),
    createdAt: time('created_at').notNull(),
    /** When it is thrown away. */
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('data_exports_member').on(table.memberId, table.createdAt)],
);

/** A finished file in pieces, so that nobody holds all of it. */
export const dataExportPieces = pgTable(
  'data_export_pieces',
  {
    exportId: uuid('export_id')
      .notNull()
      .references(() => dataExports.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.exportId, table.number] })],
);

/** Names of members who left, as hashes made with a key: nobody gets one again and passes for who had it. */
export const formerUsernames = pgTable('former_usernames', { hash: bytes().primaryKey() });

import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, time } from './columns.ts';
import { members } from './members.ts';

export const dataExports = pgTable(
  'data_exports',
  {
    id: uuid().primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    state: text().$type<'making' | 'ready' | 'failed'>().notNull(),
    rowsDone: integer('rows_done').notNull().default(0),
    rowsInAll: integer('rows_in_all').notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('data_exports_member').on(table.memberId, table.createdAt)],
);

/** Chunks, so that no process holds a whole file in memory. */
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

/** Keyed hashes of former members’ usernames, which can’t be registered again. */
export const formerUsernames = pgTable('former_usernames', { hash: bytes().primaryKey() });

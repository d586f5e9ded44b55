import { integer, pgTable } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

/** Read while a replica may lag. The migration makes it `unlogged`: the rows needn’t survive a crash. */
export const memberWrites = pgTable('member_writes', {
  memberId: integer('member_id').primaryKey(),
  writtenAt: time('written_at').notNull(),
});

import { integer, pgTable } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

/**
 * When a member last wrote, for the seconds in which a replica may not have it yet. Written only where there is one. Not
 * logged (`unlogged` stands in the migration): nothing of it is worth keeping.
 */
export const memberWrites = pgTable('member_writes', {
  memberId: integer('member_id').primaryKey(),
  writtenAt: time('written_at').notNull(),
});

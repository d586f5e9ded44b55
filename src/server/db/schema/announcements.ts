import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { AnnouncementState, AnnouncementTexts, Segment } from '#domain/announcements.ts';
import { time } from './columns.ts';
import { staff } from './staff.ts';

/** Members are notified in the order of their ids: the cursors say how far, and move with the notices and e-mails. */
export const announcements = pgTable(
  'announcements',
  {
    id: uuid().primaryKey(),
    state: text().$type<AnnouncementState>().notNull(),
    texts: jsonb().$type<AnnouncementTexts>().notNull(),
    /** Page of this site or https; empty for none. */
    link: text().notNull(),
    segment: jsonb().$type<Segment>().notNull(),
    isByEmail: boolean('by_email').notNull(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => staff.id),
    createdAt: time('created_at').notNull(),
    changedBy: integer('changed_by')
      .notNull()
      .references(() => staff.id),
    changedAt: time('changed_at').notNull(),
    /** Null if a command sent it. */
    sentBy: integer('sent_by').references(() => staff.id),
    approvedBy: integer('approved_by').references(() => staff.id),
    /** Counted when it was asked for and again when sending began. */
    recipients: integer(),
    startedAt: time('started_at'),
    finishedAt: time('finished_at'),
    /** Newest member when sending began. */
    lastMember: integer('last_member'),
    notifiedTo: integer('notified_to').notNull().default(0),
    notified: integer().notNull().default(0),
    emailedTo: integer('emailed_to').notNull().default(0),
    emailed: integer().notNull().default(0),
  },
  (table) => [
    index('announcements_created').on(table.createdAt, table.id),
    index('announcements_sending')
      .on(table.startedAt)
      .where(sql`state = 'sending'`),
  ],
);

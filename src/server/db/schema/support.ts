import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { SupportState, SupportTopic } from '#domain/support.ts';
import { time } from './columns.ts';
import { members } from './members.ts';

export const supportRequests = pgTable(
  'support_requests',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    topic: text().$type<SupportTopic>().notNull(),
    message: text().notNull(),
    /** `transaction:` or `withdrawal:` and its id; belongs to the member. */
    about: text(),
    state: text().$type<SupportState>().notNull().default('open'),
    createdAt: time('created_at').notNull(),
    answeredAt: time('answered_at'),
    seenAt: time('seen_at'),
    assignedTo: integer('assigned_to'),
  },
  (table) => [
    index('support_requests_member').on(table.memberId, table.id),
    index('support_requests_state').on(table.state, table.id),
    index('support_requests_topic').on(table.topic, table.id),
    index('support_requests_state_topic').on(table.state, table.topic, table.id),
    index('support_requests_assigned')
      .on(table.assignedTo, table.id)
      .where(sql`assigned_to is not null`),
  ],
);

export const supportAnswers = pgTable(
  'support_answers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    requestId: integer('request_id')
      .notNull()
      .references(() => supportRequests.id),
    text: text().notNull(),
    operator: text().notNull(),
    at: time('at').notNull(),
  },
  (table) => [index('support_answers_request').on(table.requestId, table.id)],
);

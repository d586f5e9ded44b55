import { sql } from 'drizzle-orm';
import { boolean, date, integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import type { TextsByLanguage } from '#i18n/texts-by-language.ts';
import { micros, time } from './columns.ts';

export type ReasonSum = { reason: string; micros: string; members: number; label?: TextsByLanguage };

/**
 * Sums of all members per month in the platform’s time zone; the money of a closed month is never counted again. Read
 * through `guardMonths` only: some sums are those of one member.
 */
export const monthFigures = pgTable('month_figures', {
  /** First day. */
  month: date({ mode: 'string' }).primaryKey(),
  isClosed: boolean('is_closed').notNull(),
  /** Places and fees, less refunds. */
  paid: micros('paid').notNull(),
  paidMembers: integer('paid_members').notNull(),
  refunded: micros('refunded').notNull(),
  refundedMembers: integer('refunded_members').notNull(),
  credited: micros('credited').notNull(),
  creditedMembers: integer('credited_members').notNull(),
  reasons: jsonb().$type<ReasonSum[]>().notNull(),
  /** The 1 % of members with the most credits: how many got any, and their share in thousandths. */
  topMembers: integer('top_members').notNull(),
  otherMembers: integer('other_members').notNull(),
  topShare: integer('top_share').notNull(),
  paidOut: micros('paid_out').notNull(),
  paidOutMembers: integer('paid_out_members').notNull(),
  /** Balances and held money of all members at the end of the month, or of `countedTo`. */
  owed: micros('owed').notNull(),
  joined: integer().notNull().default(0),
  left: integer().notNull().default(0),
  /** Null until 90 days after the month. */
  activeAfter90Days: integer('active_after_90_days'),
  /** Of those who joined in this month. */
  activeNow: integer('active_now').notNull().default(0),
  joinersPaid: micros('joiners_paid')
    .notNull()
    .default(sql`0`),
  joinersPaidMembers: integer('joiners_paid_members').notNull().default(0),
  joinersCredited: micros('joiners_credited')
    .notNull()
    .default(sql`0`),
  joinersCreditedMembers: integer('joiners_credited_members').notNull().default(0),
  /** Last day that is counted; null while the first count is under way. */
  countedTo: date('counted_to', { mode: 'string' }),
  countedAt: time('counted_at').notNull(),
});

/** Sums that the members of one month of joining moved in another. `…Members` counts those who moved the kind first. */
export const cohortFigures = pgTable(
  'cohort_figures',
  {
    joined: date({ mode: 'string' }).notNull(),
    month: date({ mode: 'string' }).notNull(),
    paid: micros('paid').notNull(),
    paidMembers: integer('paid_members').notNull(),
    credited: micros('credited').notNull(),
    creditedMembers: integer('credited_members').notNull(),
  },
  (table) => [primaryKey({ columns: [table.joined, table.month] })],
);

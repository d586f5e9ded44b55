import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Language } from '#domain/languages.ts';
import { bytes, micros, time } from './columns.ts';
import { staff } from './staff.ts';

/** A CSV of earnings that was uploaded and checked, and waits to be posted. */
export const accrualDrafts = pgTable('accrual_drafts', {
  id: uuid().primaryKey(),
  batch: text().notNull(),
  csv: bytes('csv').notNull(),
  labels: jsonb().$type<Record<string, Record<string, string>>>().notNull(),
  lineCount: integer('line_count').notNull(),
  totalMicros: micros('total').notNull(),
  /** How many lines are wrong, and the first of them. */
  faultCount: integer('fault_count').notNull(),
  faults: jsonb().$type<{ line: number; field: string; code: string }[]>().notNull(),
  preparedBy: integer('prepared_by')
    .notNull()
    .references(() => staff.id),
  preparedAt: time('prepared_at').notNull(),
  state: text().$type<'checked' | 'posting' | 'posted' | 'discarded'>().notNull(),
});

/** Plans as they shall be, before somebody applies them. One draft at a time. */
export const planDrafts = pgTable('plan_drafts', {
  id: uuid().primaryKey(),
  /** The file of `plans apply`. */
  file: text().notNull(),
  changedBy: integer('changed_by')
    .notNull()
    .references(() => staff.id),
  changedAt: time('changed_at').notNull(),
});

/** A post that is written at the console, not published yet or changed since. */
export const postDrafts = pgTable(
  'post_drafts',
  {
    slug: text().primaryKey(),
    /** The file of `posts publish`, unfinished perhaps. */
    file: text().notNull(),
    changedBy: integer('changed_by')
      .notNull()
      .references(() => staff.id),
    changedAt: time('changed_at').notNull(),
  },
  (table) => [index('post_drafts_changed').on(table.changedAt)],
);

/** What support often writes, to begin an answer with. */
export const savedAnswers = pgTable('saved_answers', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  title: text().notNull(),
  language: text().$type<Language>().notNull(),
  text: text().notNull(),
  changedBy: integer('changed_by')
    .notNull()
    .references(() => staff.id),
  changedAt: time('changed_at').notNull(),
});

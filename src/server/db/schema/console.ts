import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { FieldFault } from '#domain/field-faults.ts';
import type { Language } from '#domain/languages.ts';
import type { TextsByLanguage } from '#i18n/texts-by-language.ts';
import { bytes, micros, time } from './columns.ts';
import { staff } from './staff.ts';

/** A CSV of earnings that was uploaded and checked, and waits to be posted. */
export const accrualDrafts = pgTable(
  'accrual_drafts',
  {
    id: uuid().primaryKey(),
    batch: text().notNull(),
    csv: bytes('csv').notNull(),
    labels: jsonb().$type<Record<string, TextsByLanguage>>().notNull(),
    lineCount: integer('line_count').notNull(),
    totalMicros: micros('total').notNull(),
    /** What each reason comes to, in millionths; of lines that are right. */
    sums: jsonb().$type<{ reason: string; lines: number; micros: string }[]>().notNull(),
    faultCount: integer('fault_count').notNull(),
    preparedBy: integer('prepared_by')
      .notNull()
      .references(() => staff.id),
    preparedAt: time('prepared_at').notNull(),
    state: text().$type<'checked' | 'posted' | 'discarded'>().notNull(),
    /** The work that posts it, the latest. */
    workId: uuid('work_id'),
  },
  (table) => [index('accrual_drafts_prepared').on(table.preparedAt, table.id)],
);

/** Everything that is wrong with a draft, in the order of its lines. */
export const accrualDraftFaults = pgTable(
  'accrual_draft_faults',
  {
    draftId: uuid('draft_id')
      .notNull()
      .references(() => accrualDrafts.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    /** Of the file, as an editor counts. */
    line: integer().notNull(),
    field: text().notNull(),
    code: text().$type<FieldFault>().notNull(),
    /** What stands there. */
    written: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.draftId, table.position] })],
);

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

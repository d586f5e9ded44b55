import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { BatchComparison } from '#domain/accrual-file.ts';
import type { FieldFault } from '#domain/field-faults.ts';
import type { SetupMark } from '#domain/setup-steps.ts';
import type { LegalDocument } from '#domain/legal.ts';
import type { Language } from '#domain/languages.ts';
import type { TextsByLanguage } from '#i18n/texts-by-language.ts';
import { bytes, micros, time } from './columns.ts';
import { staff } from './staff.ts';

export const accrualDrafts = pgTable(
  'accrual_drafts',
  {
    id: uuid().primaryKey(),
    batch: text().notNull(),
    csv: bytes('csv').notNull(),
    labels: jsonb().$type<Record<string, TextsByLanguage>>().notNull(),
    lineCount: integer('line_count').notNull(),
    totalMicros: micros('total').notNull(),
    /** Totals per reason, of valid lines only. */
    sums: jsonb().$type<{ reason: string; lines: number; micros: string }[]>().notNull(),
    faultCount: integer('fault_count').notNull(),
    /** Batches with lines of this file, as of the latest check. */
    repeats: jsonb().$type<{ batch: string; lines: number }[]>().notNull().default([]),
    /** Lines that repeat earlier ones of this file: their number and the first of them, from 1. */
    doubles: jsonb()
      .$type<{ count: number; lines: { line: number; first: number }[] }>()
      .notNull()
      .default({ count: 0, lines: [] }),
    /** Contents of the posted batch with this name, as of the latest check. */
    earlier: text().$type<'same' | 'different'>(),
    /** With the batch posted last, as of the latest check. */
    comparison: jsonb().$type<BatchComparison>(),
    areRepeatsConfirmed: boolean('repeats_confirmed').notNull().default(false),
    preparedBy: integer('prepared_by')
      .notNull()
      .references(() => staff.id),
    preparedAt: time('prepared_at').notNull(),
    state: text().$type<'checked' | 'posted' | 'discarded'>().notNull(),
    workId: uuid('work_id'),
  },
  (table) => [index('accrual_drafts_prepared').on(table.preparedAt, table.id)],
);

/** Until the draft is posted or discarded. */
export const accrualDraftLines = pgTable(
  'accrual_draft_lines',
  {
    draftId: uuid('draft_id')
      .notNull()
      .references(() => accrualDrafts.id, { onDelete: 'cascade' }),
    /** From 1, without the header. */
    line: integer().notNull(),
    username: text().notNull(),
    amountMicros: micros('amount').notNull(),
    reason: text().notNull(),
    source: text().notNull(),
    document: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.draftId, table.line] })],
);

export const accrualDraftFaults = pgTable(
  'accrual_draft_faults',
  {
    draftId: uuid('draft_id')
      .notNull()
      .references(() => accrualDrafts.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    /** Line of the file, from 1. */
    line: integer().notNull(),
    field: text().notNull(),
    code: text().$type<FieldFault>().notNull(),
    written: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.draftId, table.position] })],
);

/** At most one row. */
export const planDrafts = pgTable('plan_drafts', {
  id: uuid().primaryKey(),
  /** The file of `plans apply`. */
  file: text().notNull(),
  changedBy: integer('changed_by')
    .notNull()
    .references(() => staff.id),
  changedAt: time('changed_at').notNull(),
});

export const postDrafts = pgTable(
  'post_drafts',
  {
    slug: text().primaryKey(),
    file: text().notNull(),
    changedBy: integer('changed_by')
      .notNull()
      .references(() => staff.id),
    changedAt: time('changed_at').notNull(),
  },
  (table) => [index('post_drafts_changed').on(table.changedAt)],
);

export const legalDrafts = pgTable('legal_drafts', {
  document: text().$type<LegalDocument>().primaryKey(),
  file: text().notNull(),
  changedBy: integer('changed_by')
    .notNull()
    .references(() => staff.id),
  changedAt: time('changed_at').notNull(),
});

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

/** Steps of a new installation that an owner marked, and the list itself once it is dismissed. */
export const setupSteps = pgTable('setup_steps', {
  step: text().$type<SetupMark>().primaryKey(),
  markedBy: integer('marked_by').references(() => staff.id),
  markedAt: time('marked_at').notNull(),
});

import { type AnyPgColumn, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Availability } from '#domain/availability.ts';
import type { Platform } from '#domain/places.ts';
import type { TextsByLanguage } from '#i18n/texts-by-language.ts';
import { micros, time } from './columns.ts';

export type PlanProperty = {
  title: TextsByLanguage;
  town: TextsByLanguage;
  text: TextsByLanguage;
  picture: string | null;
  documents: { title: TextsByLanguage; url: string }[];
};

/** Written only by applying the operator’s file of plans. */
export const plans = pgTable(
  'plans',
  {
    id: text().primaryKey(),
    platform: text().$type<Platform>().notNull(),
    number: smallint().notNull(),
    title: jsonb().$type<TextsByLanguage>().notNull(),
    price: micros('price').notNull(),
    /** Null: places never expire. */
    expiryDays: integer('expiry_days'),
    previousId: text('previous_id').references((): AnyPgColumn => plans.id),
    /** Seats below each place, and levels of a structure including the place. Fixed once a place exists. */
    width: smallint().notNull(),
    levels: smallint().notNull(),
    /** For display only, and only with the sentence that says what the figure is. */
    closing: micros('closing').notNull(),
    closingText: jsonb('closing_text').$type<TextsByLanguage>(),
    transition: micros('transition').notNull(),
    transitionText: jsonb('transition_text').$type<TextsByLanguage>(),
    availability: text().$type<Availability>().notNull(),
    property: jsonb().$type<PlanProperty>(),
  },
  (table) => [uniqueIndex('plans_order').on(table.platform, table.number)],
);

export const planChanges = pgTable('plan_changes', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  planId: text('plan_id')
    .notNull()
    .references(() => plans.id),
  at: time('at').notNull(),
  operator: text().notNull(),
  reason: text().notNull(),
  plan: jsonb().$type<Record<string, unknown>>().notNull(),
});

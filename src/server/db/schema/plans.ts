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

/** What can be bought, as the operator's file of plans says; only applying such a file changes it. */
export const plans = pgTable(
  'plans',
  {
    id: text().primaryKey(),
    platform: text().$type<Platform>().notNull(),
    /** Its place in the order of its platform, from 1. */
    number: smallint().notNull(),
    title: jsonb().$type<TextsByLanguage>().notNull(),
    price: micros('price').notNull(),
    /** Places never end without it. */
    expiryDays: integer('expiry_days'),
    previousId: text('previous_id').references((): AnyPgColumn => plans.id),
    /** Seats below each place, and levels of a structure, the place itself included. They stay once there is a place. */
    width: smallint().notNull(),
    levels: smallint().notNull(),
    /** Shown figures. */
    closing: micros('closing').notNull(),
    transition: micros('transition').notNull(),
    availability: text().$type<Availability>().notNull(),
    property: jsonb().$type<PlanProperty>(),
  },
  (table) => [uniqueIndex('plans_order').on(table.platform, table.number)],
);

/** Every change of a plan, with who and why. Never changed. */
export const planChanges = pgTable('plan_changes', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  planId: text('plan_id')
    .notNull()
    .references(() => plans.id),
  at: time('at').notNull(),
  operator: text().notNull(),
  reason: text().notNull(),
  /** The plan as it has been since, in the words of the file. */
  plan: jsonb().$type<Record<string, unknown>>().notNull(),
});

import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PlaceEvent } from '#domain/placement/replay.ts';
import type { Closing } from '#domain/places.ts';
import { time } from './columns.ts';
import { members } from './members.ts';
import { plans } from './plans.ts';
import { transactions } from './transactions.ts';

export const places = pgTable(
  'places',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    /** Copied from the member by a trigger; inviters never change. */
    inviterId: integer('inviter_id'),
    planId: text('plan_id')
      .notNull()
      .references(() => plans.id),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    openedAt: time('opened_at').notNull(),
    expiresAt: time('expires_at'),
    closedAt: time('closed_at'),
    closing: text().$type<Closing>(),
    aboveId: integer('above_id').references((): AnyPgColumn => places.id),
    seat: smallint().notNull(),
    depth: integer().notNull(),
    /** Depth of the highest place with a free seat in this subtree. */
    freeDepth: integer('free_depth').notNull(),
    /** Taken seats in the structure, including its own. */
    filled: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('places_taken')
      .on(table.aboveId, table.seat)
      .where(sql`closing is distinct from 'withdrawn'`),
    index('places_above').on(table.aboveId, table.seat),
    uniqueIndex('places_transaction').on(table.transactionId),
    uniqueIndex('places_owned')
      .on(table.memberId, table.planId)
      .where(sql`closing is null or closing = 'full'`),
    index('places_member').on(table.memberId, table.planId, table.id),
    index('places_expiry')
      .on(table.expiresAt)
      .where(sql`closed_at is null and expires_at is not null`),
    index('places_ending')
      .on(table.inviterId, table.expiresAt, table.id)
      .where(sql`closed_at is null and expires_at is not null`),
    index('places_plan').on(table.planId, table.id),
    index('places_open')
      .on(table.planId)
      .where(sql`closed_at is null`),
  ],
);

export const placeEvents = pgTable(
  'place_events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    placeId: integer('place_id')
      .notNull()
      .references(() => places.id),
    kind: text().$type<PlaceEvent['kind']>().notNull(),
    at: time('at').notNull(),
    /**
     * `seated`, `withdrawn`: place above and seat; `closed`: reason; `transition`: next place; `moved`: new place above.
     * `seated` also has why (`rule`, `upline`, `line`, `taken`), unless it is older than that.
     */
    details: jsonb().$type<Record<string, string>>().notNull(),
  },
  (table) => [index('place_events_place').on(table.placeId, table.id)],
);

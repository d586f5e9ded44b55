import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { cardState, type CardState, type Platform } from '#domain/places.ts';
import { isUnfinished } from '#domain/transaction.ts';
import type { Db } from '#server/db/connect.ts';
import { prepared } from '#server/db/prepared.ts';
import { places, plans, type transactions } from '#server/db/schema/index.ts';
import { isSeated } from './is-seated.ts';

export type PlanRow = typeof plans.$inferSelect;
export type PlaceRow = typeof places.$inferSelect;
type Unfinished = Pick<typeof transactions.$inferSelect, 'planId' | 'state'>;

export type PlanOfMember = {
  plan: PlanRow;
  previous: PlanRow | undefined;
  /** The member's newest place of this plan. */
  place: PlaceRow | undefined;
  state: CardState;
};

export type Holdings = { plans: PlanOfMember[]; places: PlaceRow[] };

const MAX_PLACES = 100;

export async function readHoldings(
  db: Db,
  memberId: number,
  platform: Platform,
  unfinished: Unfinished | undefined,
): Promise<Holdings> {
  const [rows, placeRows] = await Promise.all([
    plansOf(db).execute({ platform }),
    placesOf(db).execute({ memberId, platform }),
  ]);
  const ownPlaces = placeRows.map(({ place }) => place);
  const placeOf = (planId: string) => ownPlaces.find((place) => place.planId === planId);
  return {
    places: ownPlaces,
    plans: rows.map((plan) => {
      const place = placeOf(plan.id);
      const isPaidFor = unfinished?.planId === plan.id && isUnfinished(unfinished.state);
      const lacksPrevious = plan.previousId !== null && !placeOf(plan.previousId);
      return {
        plan,
        previous: rows.find(({ id }) => id === plan.previousId),
        place,
        state: cardState({
          availability: plan.availability,
          place,
          lacksPrevious,
          unfinished: isPaidFor ? unfinished.state : undefined,
        }),
      };
    }),
  };
}

const plansOf = prepared((db) =>
  db
    .select()
    .from(plans)
    .where(eq(plans.platform, sql.placeholder('platform')))
    .orderBy(asc(plans.number))
    .prepare('plans'),
);

const placesOf = prepared((db) =>
  db
    .select({ place: places })
    .from(places)
    .innerJoin(plans, eq(plans.id, places.planId))
    .where(
      and(
        eq(places.memberId, sql.placeholder('memberId')),
        eq(plans.platform, sql.placeholder('platform')),
        isSeated('places'),
      ),
    )
    .orderBy(desc(places.id))
    .limit(MAX_PLACES)
    .prepare('places'),
);

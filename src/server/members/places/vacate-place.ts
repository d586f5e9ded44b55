import { and, eq } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { places } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { logPlace, refreshMembers } from './close-places.ts';
import type { PlaceRow } from './plans-of-member.ts';
import { isSeated } from './is-seated.ts';
import { changeFilled, lockPlan, passFreeDepthUp } from './seats.ts';

/** Frees the seat for the next place. Full places above stay closed, places below keep their seats. */
export async function vacatePlace(
  tx: Db,
  services: Pick<Services, 'clock'>,
  { id: transactionId, planId, memberId }: { id: string; planId: string; memberId: number },
): Promise<PlaceRow> {
  const plan = await lockPlan(tx, planId);
  const [place] = await tx
    .update(places)
    .set({ closing: 'withdrawn', closedAt: services.clock.now() })
    .where(and(eq(places.transactionId, transactionId), isSeated('places')))
    .returning();
  if (!place) throw new Error(`Transaction ${transactionId} has no place to free.`);
  const seat = { above: String(place.aboveId ?? ''), seat: String(place.seat) };
  await logPlace(tx, services, place.id, 'withdrawn', seat);
  await passFreeDepthUp(tx, place);
  await changeFilled(tx, plan, place, -1);
  await refreshMembers(tx, [memberId]);
  return place;
}

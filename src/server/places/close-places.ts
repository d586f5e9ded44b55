import { and, asc, inArray, isNull, lte } from 'drizzle-orm';
import type { Closing } from '#domain/places.ts';
import type { Db } from '#server/db/connect.ts';
import { places } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import { logPlace } from './log-place.ts';
import type { PlaceRow } from './plans-of-member.ts';
import { refreshMembers } from './refresh-members.ts';

/** Closes what is open of these places. It pays nothing; whoever wants the next plan has now had this one. */
export async function closePlaces(
  tx: Db,
  house: Pick<House, 'clock'>,
  ids: readonly number[],
  closing: Closing,
): Promise<PlaceRow[]> {
  if (ids.length === 0) return [];
  const closed = await tx
    .update(places)
    .set({ closing, closedAt: house.clock.now() })
    .where(and(inArray(places.id, [...ids]), isNull(places.closedAt)))
    .returning();
  for (const { id } of closed) await logPlace(tx, house, id, 'closed', { because: closing });
  return closed;
}

const AT_ONCE = 200;

/** Closes every place whose time has passed; whoever it made active may not be so any more. */
export async function expirePlaces(house: Pick<House, 'transaction' | 'clock'>): Promise<void> {
  for (let isMore = true; isMore;) {
    isMore = await house.transaction(async (tx) => {
      const due = await tx
        .select({ id: places.id })
        .from(places)
        .where(and(isNull(places.closedAt), lte(places.expiresAt, house.clock.now())))
        .orderBy(asc(places.id))
        .limit(AT_ONCE)
        .for('no key update', { skipLocked: true });
      const closed = await closePlaces(
        tx,
        house,
        due.map(({ id }) => id),
        'expired',
      );
      await refreshMembers(
        tx,
        closed.map(({ memberId }) => memberId),
      );
      return due.length === AT_ONCE;
    });
  }
}

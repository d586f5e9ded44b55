import { sql } from 'drizzle-orm';
import { seatsOf } from '#domain/places.ts';
import type { Db } from '#server/db/connect.ts';
import { readPlaces, type StoredPlace } from './read-places.ts';
import type { FindingCode, Report } from './report.ts';

/** Each place against the transaction that paid for it, its log, and a recount of all that is below it. */
export async function checkPlaces(db: Db, report: Report, tell: (share: number) => void): Promise<number> {
  const { rows } = await db.execute<{ all: number }>(sql`select count(*)::int as all from places`);
  let count = 0;
  for await (const places of readPlaces(db)) {
    for (const place of places) check(place, report);
    count += places.length;
    tell(count / Math.max(1, rows[0]?.all ?? 0));
  }
  return count;
}

function check(place: StoredPlace, report: Report): void {
  const add = (code: FindingCode, words: string | undefined) => {
    if (words) report.add(code, `Place ${place.id} (${place.planId}) of member #${place.memberId}: ${words}.`);
  };
  add('place_unpaid', place.isPaid ? undefined : 'no active transaction of the same member and plan paid for it');
  add('place_seat', seatFault(place));
  add('place_count', countFault(place));
  add('place_closing', closingFault(place));
}

function seatFault({ seat, width, isBelow, isLogged }: StoredPlace): string | undefined {
  if (!isBelow) return 'it is not one step below an older place of its plan';
  if (seat >= width) return `it is on seat ${seat}, but they end with ${width - 1}`;
  return isLogged ? undefined : 'it is not where it was seated';
}

/** Where the highest free seat is follows from the places right below: when all are right, so is the top. */
function countFault(place: StoredPlace): string | undefined {
  const { depth, width, seatsTaken, freeDepth, freeDepthBelow, filled, recounted } = place;
  if (filled !== recounted) return `it counts ${filled} seats as taken; there are ${recounted}`;
  const right = seatsTaken < width ? depth : freeDepthBelow;
  return freeDepth === right ? undefined : `it says that its highest free seat is at ${freeDepth}, not at ${right}`;
}

function closingFault(place: StoredPlace): string | undefined {
  const { closing, recounted, isClosingLogged, hasExpired } = place;
  const isFull = recounted >= seatsOf(place);
  if (closing === null && isFull) return 'it is full, but still open';
  if (closing === 'full' && !isFull) return 'it says that it is full, but has free seats';
  if (closing === 'expired' && !hasExpired) return 'it says that it has expired, but its time was not over';
  return isClosingLogged ? undefined : 'its log does not say how it closed';
}

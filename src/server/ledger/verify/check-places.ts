import { sql, type SQL } from 'drizzle-orm';
import { type Closing, seatsOf } from '#domain/places.ts';
import type { Db } from '#server/db/connect.ts';
import type { FindingCode, Report } from './report.ts';

export async function checkPlaces(db: Db, report: Report, onProgress: (share: number) => void): Promise<number> {
  const { rows } = await db.execute<{ all: number }>(sql`select count(*)::int as all from places`);
  let count = 0;
  for await (const places of readPlaces(db)) {
    for (const place of places) check(place, report);
    count += places.length;
    onProgress(count / Math.max(1, rows[0]?.all ?? 0));
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
  if (!isBelow) return 'it is not one step below a place of its plan';
  if (seat >= width) return `it is on seat ${seat}, but they end with ${width - 1}`;
  return isLogged ? undefined : 'it is not where it was seated';
}

/** Checks direct children only; if all are right, so is the top. */
function countFault(place: StoredPlace): string | undefined {
  const { depth, width, seatsTaken, freeDepth, freeDepthBelow, filled, recounted } = place;
  if (filled !== recounted) return `it counts ${filled} seats as taken; there are ${recounted}`;
  const expectedDepth = seatsTaken < width ? depth : freeDepthBelow;
  return freeDepth === expectedDepth
    ? undefined
    : `it says that its highest free seat is at ${freeDepth}, not at ${expectedDepth}`;
}

/** A full place stays closed when a seat in it is freed. */
function closingFault(place: StoredPlace): string | undefined {
  const { closing, recounted, freedSince, isClosingLogged, hasExpired } = place;
  const isFull = recounted >= seatsOf(place);
  if (closing === null && isFull) return 'it is full, but still open';
  if (closing === 'full' && recounted + freedSince < seatsOf(place))
    return 'it says that it is full, but has free seats';
  if (closing === 'expired' && !hasExpired) return 'it says that it has expired, but its time was not over';
  return isClosingLogged ? undefined : 'its log does not say how it closed';
}

type StoredPlace = {
  id: number;
  memberId: number;
  planId: string;
  closing: Closing | null;
  seat: number;
  depth: number;
  freeDepth: number;
  filled: number;
  width: number;
  levels: number;
  isPaid: boolean;
  isBelow: boolean;
  isLogged: boolean;
  isClosingLogged: boolean;
  hasExpired: boolean;
  seatsTaken: number;
  freeDepthBelow: number | null;
  recounted: number;
  /** Seats freed in the structure since it closed. */
  freedSince: number;
};

const AT_ONCE = 2_000;
const LEVELS = 10;

async function* readPlaces(db: Db): AsyncGenerator<StoredPlace[]> {
  for (let after = -(2 ** 31); ;) {
    const places: StoredPlace[] = await readSome(db, after);
    yield places;
    if (places.length < AT_ONCE) return;
    after = places.at(-1)?.id ?? after;
  }
}

async function readSome(db: Db, after: number): Promise<StoredPlace[]> {
  const { rows } = await db.execute<StoredPlace>(sql`
    with part as (select * from places where id > ${after} order by id limit ${AT_ONCE})
    select p.id, p.member_id as "memberId", p.plan_id as "planId", p.closing, p.seat, p.depth,
      p.free_depth as "freeDepth", p.filled, plans.width, plans.levels,
      exists (
        select from transactions t where t.id = p.transaction_id and t.state = 'active'
          and t.member_id = p.member_id and t.plan_id = p.plan_id
      ) as "isPaid",
      p.above_id is null and p.depth = 0 or exists (
        select from places a where a.id = p.above_id and a.plan_id = p.plan_id and a.depth + 1 = p.depth
      ) as "isBelow",
      (
        select count(*) filter (where e.kind = 'seated') = 1
          and (array_agg(e.details->>'above' order by e.id desc))[1] = coalesce(p.above_id::text, '')
          and min(e.details->>'seat') filter (where e.kind = 'seated') = p.seat::text
        from place_events e where e.place_id = p.id and e.kind in ('seated', 'moved')
      ) as "isLogged",
      case when p.closing is null then not exists (
        select from place_events e where e.place_id = p.id and e.kind = 'closed'
      ) when p.closing = 'withdrawn' then (
        select count(*) = 1 from place_events e where e.place_id = p.id and e.kind = 'withdrawn'
      ) else ${hasLogEntry('closed', sql`jsonb_build_object('because', p.closing)`)} end as "isClosingLogged",
      coalesce(p.expires_at <= p.closed_at, false) as "hasExpired",
      children.taken as "seatsTaken", children.free_depth as "freeDepthBelow",
      recounted.filled as recounted, recounted.freed as "freedSince"
    from part p join plans on plans.id = p.plan_id, lateral (
      select count(*)::int as taken, min(c.free_depth) as free_depth from places c
      where c.above_id = p.id and c.closing is distinct from 'withdrawn'
    ) as children, lateral (
      with recursive below as (
        select p.id, 1 as level, true as seated, null::timestamptz as freed_at
        union all
        select c.id, level + 1, c.closing is distinct from 'withdrawn', case c.closing when 'withdrawn' then c.closed_at end
        from below join places c on c.above_id = below.id
        where level < least(plans.levels, ${LEVELS})
      )
      select count(*) filter (where seated)::int as filled,
        count(*) filter (where freed_at >= p.closed_at)::int as freed from below
    ) as recounted
    order by p.id`);
  return rows;
}

function hasLogEntry(kind: 'closed', details: SQL) {
  return sql`(
    select count(*) = 1 and bool_and(e.details = ${details}) from place_events e
    where e.place_id = p.id and e.kind = ${kind}
  )`;
}

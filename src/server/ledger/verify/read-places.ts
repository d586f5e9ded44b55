import { type SQL, sql } from 'drizzle-orm';
import type { Closing } from '#domain/places.ts';
import type { Db } from '#server/db/connect.ts';

/** A place beside what its transaction, its log, its neighbours and a recount say. */
export type StoredPlace = {
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
};

const AT_ONCE = 2_000;
/** The most levels that a plan can have. */
const LEVELS = 10;

export async function* readPlaces(db: Db): AsyncGenerator<StoredPlace[]> {
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
        select from places a where a.id = p.above_id and a.plan_id = p.plan_id and a.depth + 1 = p.depth and a.id < p.id
      ) as "isBelow",
      ${isLogged('seated', sql`jsonb_build_object('above', coalesce(p.above_id::text, ''), 'seat', p.seat::text)`)}
        as "isLogged",
      case when p.closing is null then not exists (
        select from place_events e where e.place_id = p.id and e.kind = 'closed'
      ) else ${isLogged('closed', sql`jsonb_build_object('because', p.closing)`)} end as "isClosingLogged",
      coalesce(p.expires_at <= p.closed_at, false) as "hasExpired",
      children.taken as "seatsTaken", children.free_depth as "freeDepthBelow", recounted.filled as recounted
    from part p join plans on plans.id = p.plan_id, lateral (
      select count(*)::int as taken, min(c.free_depth) as free_depth from places c where c.above_id = p.id
    ) as children, lateral (
      with recursive below as (
        select p.id, 1 as level
        union all
        select c.id, level + 1 from below join places c on c.above_id = below.id
        where level < least(plans.levels, ${LEVELS})
      )
      select count(*)::int as filled from below
    ) as recounted
    order by p.id`);
  return rows;
}

function isLogged(kind: 'seated' | 'closed', details: SQL) {
  return sql`(
    select count(*) = 1 and bool_and(e.details = ${details}) from place_events e
    where e.place_id = p.id and e.kind = ${kind}
  )`;
}

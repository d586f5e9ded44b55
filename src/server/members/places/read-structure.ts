import { and, desc, eq, sql } from 'drizzle-orm';
import type { CareerStatus } from '#domain/career-status.ts';
import { LEVELS_SHOWN, type Platform } from '#domain/places.ts';
import { type Refused, refuse } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { places, plans } from '#server/db/schema/index.ts';
import { columnsShownTo } from '#server/members/profile/index.ts';
import type { PlaceRow, PlanRow } from './plans-of-member.ts';
import { isSeated } from './is-seated.ts';

/** For members outside the caller's team only initials may be shown. */
export type Occupant = {
  id: number;
  memberId: number;
  username: string;
  name: string | null;
  photo: string | null;
  careerStatus: CareerStatus;
  isFormer: boolean;
  isInTeam: boolean;
  hasMore: boolean;
};

type SeatOfStructure = { occupant: Occupant | undefined; level: number; above: number | undefined };

export type Structure = { plan: PlanRow; place: PlaceRow; path: number[]; seats: SeatOfStructure[] };

type StructureQuery = { platform: Platform; place?: number | undefined; node?: number | undefined };

/**
 * Refuses with `not_found` unless `node` is below the member's place. Without `place` the fullest one is shown, an open
 * one first unless nobody else is in it.
 */
export async function readStructure(
  db: Db,
  memberId: number,
  { platform, place: placeId, node }: StructureQuery,
): Promise<Structure | Refused> {
  const [ownPlace] = await db
    .select({ plan: plans, place: places })
    .from(places)
    .innerJoin(plans, eq(plans.id, places.planId))
    .where(
      and(
        eq(places.memberId, memberId),
        eq(plans.platform, platform),
        isSeated('places'),
        placeId === undefined ? undefined : eq(places.id, placeId),
      ),
    )
    .orderBy(desc(sql`${places.closedAt} is null and ${places.filled} > 1`), desc(places.filled), desc(places.id))
    .limit(1);
  if (!ownPlace) return refuse('not_found');
  const { plan, place } = ownPlace;
  const path = node === undefined || node === place.id ? [place.id] : await pathTo(db, place, node);
  const topId = path.at(-1);
  if (topId === undefined) return refuse('not_found');
  return { plan, place, path, seats: arrangeSeats(await readLevels(db, memberId, topId), topId, plan.width) };
}

async function pathTo(db: Db, place: PlaceRow, node: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive up as (
      select id, above_id, depth from places where id = ${node} and plan_id = ${place.planId}
      union all
      select p.id, p.above_id, p.depth from up join places p on p.id = up.above_id where p.depth >= ${place.depth}
    )
    select id from up order by depth`);
  return rows[0]?.id === place.id ? rows.map(({ id }) => id) : [];
}

type Row = Occupant & { aboveId: number | null; seat: number; isVacant: boolean };

async function readLevels(db: Db, memberId: number, top: number): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    with recursive down as (
      select id, 1 as level from places where id = ${top}
      union all
      select p.id, level + 1 from down join places p on p.above_id = down.id where level < ${LEVELS_SHOWN}
    )
    select p.id, p.above_id as "aboveId", p.seat, p.closing is not distinct from 'withdrawn' as "isVacant", m.id as "memberId", m.username, m.name, m.photo,
      m.career_status as "careerStatus", m.closed_at is not null as "isFormer",
      m.id = ${memberId} or exists (
        select from team_links l where l.member_id = m.id and l.ancestor_id = ${memberId}
      ) as "isInTeam",
      exists (select from places c where c.above_id = p.id and (${isSeated('c')} or c.filled > 1)) as "hasMore"
    from down join places p on p.id = down.id
      cross join lateral (select ${columnsShownTo(memberId)} from members m where m.id = p.member_id) as m
    -- A vacant seat is read only for the places below it.
    where ${isSeated('p')} or p.filled > 1
    order by down.level, p.above_id, p.seat`);
  return rows;
}

/** Below a free seat there is nothing, unless its place was withdrawn. */
function arrangeSeats(rows: readonly Row[], top: number, width: number): SeatOfStructure[] {
  const rowBySeat = new Map(rows.map((row) => [row.id === top ? 'top' : `${row.aboveId} ${row.seat}`, row]));
  const found: (Row | undefined)[] = [rowBySeat.get('top')];
  const seats: SeatOfStructure[] = [seatOf(found[0], 1, undefined)];
  for (let index = 0; index < seats.length; index += 1) {
    const { level } = seats[index] ?? {};
    const row = found[index];
    if (!row || level === undefined || level >= LEVELS_SHOWN) continue;
    for (let seat = 0; seat < width; seat += 1) {
      const below = rowBySeat.get(`${row.id} ${seat}`);
      found.push(below);
      seats.push(seatOf(below, level + 1, index));
    }
  }
  return seats;
}

function seatOf(row: Row | undefined, level: number, above: number | undefined): SeatOfStructure {
  return { occupant: row?.isVacant ? undefined : row, level, above };
}

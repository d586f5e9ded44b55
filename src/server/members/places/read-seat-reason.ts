import { and, eq, sql } from 'drizzle-orm';
import type { Platform } from '#domain/places.ts';
import { CANDIDATES_SHOWN, pathTo, seatsBefore } from '#domain/placement/rule.ts';
import { type Refused, refuse } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members, placeEvents, places, plans } from '#server/db/schema/index.ts';
import { isSeated } from './is-seated.ts';
import type { PlaceRow, PlanRow } from './plans-of-member.ts';

type Upline = { id: number; line: number; username: string | null };
type Candidate = { number: number; above: number; seat: number; place: number };

export type SeatReason = {
  plan: PlanRow;
  place: PlaceRow;
  at: Date;
  /** Place above at that time. */
  aboveId: number | undefined;
  /** Null if the place is older than recorded reasons; the rest is derived then. */
  rule: number | null;
  upline: Upline | undefined;
  /** Uplines without a place in the plan before that one. */
  passedOver: number;
  taken: number;
  /** The last seats that were taken before, in order. */
  candidates: Candidate[];
};

type SeatQuery = { platform: Platform; place: number };
type Caller = Pick<Member, 'id' | 'inviterId' | 'depth'>;
type Seated = { id: number; at: Date; details: Record<string, string> };

/** Why a place of the caller has its seat. Reads the same few rows in any structure. */
export async function readSeatReason(
  db: Db,
  caller: Caller,
  { platform, place: placeId }: SeatQuery,
): Promise<SeatReason | Refused> {
  const [own] = await db
    .select({ plan: plans, place: places, seated: placeEvents, inviter: members })
    .from(places)
    .innerJoin(plans, eq(plans.id, places.planId))
    .innerJoin(placeEvents, and(eq(placeEvents.placeId, places.id), eq(placeEvents.kind, 'seated')))
    .leftJoin(members, eq(members.id, caller.inviterId ?? 0))
    .where(
      and(eq(places.id, placeId), eq(places.memberId, caller.id), eq(plans.platform, platform), isSeated('places')),
    )
    .limit(1);
  if (!own) return refuse('not_found');
  const { plan, place, seated, inviter } = own;
  const { details } = seated;
  const upline = details['above'] ? await uplineOf(db, place, seated) : undefined;
  const path = upline ? await pathFrom(db, upline.id, place.id) : undefined;
  const taken = path ? seatsBefore(plan.width, path.seats) : 0;
  return {
    ...{ plan, place, at: seated.at, taken },
    aboveId: details['above'] ? Number(details['above']) : undefined,
    rule: details['rule'] ? Number(details['rule']) : null,
    upline: upline && {
      ...upline,
      username: upline.line === 1 && !inviter?.closedAt ? (inviter?.username ?? null) : null,
    },
    passedOver: upline ? upline.line - 1 : caller.depth,
    candidates: path && upline ? await findCandidates(db, place, { ...path, width: plan.width, before: taken }) : [],
  };
}

/** As recorded, or the nearest upline's place of that time. */
async function uplineOf(
  db: Db,
  { id, memberId, planId }: PlaceRow,
  { id: seatedId, details }: Seated,
): Promise<{ id: number; line: number } | undefined> {
  if (details['upline']) return { id: Number(details['upline']), line: Number(details['line']) };
  const { rows } = await db.execute<{ id: number; line: number }>(sql`
    select p.id, l.line from team_links l join places p on p.member_id = l.ancestor_id and p.plan_id = ${planId}
    where l.member_id = ${memberId} and p.id < ${id} and not exists (
      select from place_events e where e.place_id = p.id and e.kind = 'withdrawn' and e.id < ${seatedId}
    )
    order by l.line, p.id desc limit 1`);
  return rows[0];
}

type Path = { topId: number; seats: number[] };

/** `topId` is the place that has the upline's seat now. */
async function pathFrom(db: Db, uplineId: number, placeId: number): Promise<Path | undefined> {
  const { rows } = await db.execute<{ id: number; seat: number }>(sql`
    with recursive up as (
      select id, above_id, seat, depth from places where id = ${placeId}
      union all
      select p.id, p.above_id, p.seat, p.depth from up join places p on p.id = up.above_id
      where p.depth >= (select depth from places where id = ${uplineId})
    )
    select id, seat from up order by depth`);
  const [top, ...below] = rows;
  return top && { topId: top.id, seats: below.map(({ seat }) => seat) };
}

type Search = Path & { width: number; before: number };

/** Goes down to each seat, whose newest place of that time had it. */
async function findCandidates(db: Db, { id }: PlaceRow, { topId, width, before }: Search): Promise<Candidate[]> {
  const first = Math.max(0, before - CANDIDATES_SHOWN);
  const wanted = Array.from({ length: before - first }, (_, index) => {
    const number = first + index;
    return { number, path: pathTo(width, number) };
  });
  const { rows } = await db.execute<Candidate>(sql`
    with recursive way as (
      select w.number, w.path, 0 as step, ${topId}::integer as id, ${topId}::integer as place, null::integer as above
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(number integer, path integer[])
      union all
      select way.number, way.path, step + 1, now.id, earlier.id, way.place
      from way, lateral (
        select c.id from places c where c.above_id = way.id and c.seat = way.path[step + 1] order by c.id desc limit 1
      ) as now, lateral (
        select c.id from places c where c.above_id = way.id and c.seat = way.path[step + 1] and c.id < ${id}
        order by c.id desc limit 1
      ) as earlier
      where step < cardinality(way.path)
    )
    select number, above, path[step] as seat, place from way where step = cardinality(path) order by number`);
  return rows;
}

import { and, desc, eq, sql } from 'drizzle-orm';
import { PLACEMENT_RULE, seatsBefore } from '#domain/placement/rule.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { places, type transactions } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { closePlaces, logPlace, refreshMembers } from './close-places.ts';
import { isSeated } from './is-seated.ts';
import { changeFilled, findVacant, lockPlan, passFreeDepthUp, takeOver } from './seats.ts';
import type { PlaceRow, PlanRow } from './plans-of-member.ts';

const DAY_SECONDS = 86_400;

type Settled = Pick<typeof transactions.$inferSelect, 'id' | 'memberId' | 'planId'>;

/** Locks the plan, so its places are seated one by one. Returns the places that are full now. */
export async function openPlace(tx: Db, services: Pick<Services, 'clock'>, settled: Settled): Promise<PlaceRow[]> {
  const plan = await lockPlan(tx, settled.planId);
  const openedAt = services.clock.now();
  const { seat, reason } = await findSeat(tx, plan, settled.memberId);
  const vacant = await findVacant(tx, seat);
  const [place] = await tx
    .insert(places)
    .values({
      memberId: settled.memberId,
      planId: plan.id,
      transactionId: settled.id,
      openedAt,
      expiresAt: plan.expiryDays === null ? null : addSeconds(openedAt, plan.expiryDays * DAY_SECONDS),
      ...seat,
      freeDepth: vacant?.freeDepth ?? seat.depth,
      filled: vacant?.filled ?? 1,
    })
    .returning();
  if (!place) throw new Error('the place was not written');
  const seated = { above: String(seat.aboveId ?? ''), seat: String(seat.seat), ...reason };
  await logPlace(tx, services, place.id, 'seated', seated);
  await logTransition(tx, services, plan, place);
  if (vacant) await takeOver(tx, services, vacant, place);
  await passFreeDepthUp(tx, place);
  const fullPlaceIds = await changeFilled(tx, plan, place, 1);
  const closed = await closePlaces(tx, services, fullPlaceIds, 'full');
  await refreshMembers(tx, [settled.memberId, ...closed.map(({ memberId }) => memberId)]);
  return closed;
}

async function logTransition(tx: Db, services: Pick<Services, 'clock'>, plan: PlanRow, place: PlaceRow): Promise<void> {
  if (plan.previousId === null) return;
  const [previousPlace] = await tx
    .select({ id: places.id })
    .from(places)
    .where(and(eq(places.memberId, place.memberId), eq(places.planId, plan.previousId), isSeated('places')))
    .orderBy(desc(places.id))
    .limit(1);
  if (previousPlace) await logPlace(tx, services, previousPlace.id, 'transition', { to: String(place.id) });
}

/** `aboveId` is null for the first place of a tree. */
type Seat = { aboveId: number | null; seat: number; depth: number };

/** Kept with the event `seated`: the upline's place, on which line of the member, and the seats taken before. */
type Reason = Record<'rule' | 'upline' | 'line' | 'taken', string>;

/** First free seat, breadth first, below the nearest upline with a place. Requires the plan's lock. */
async function findSeat(tx: Db, plan: PlanRow, memberId: number): Promise<{ seat: Seat; reason: Reason }> {
  const upline = await nearestUplinePlace(tx, plan.id, memberId);
  const rule = String(PLACEMENT_RULE);
  if (upline === undefined) {
    return { seat: { aboveId: null, seat: 0, depth: 0 }, reason: { rule, upline: '', line: '', taken: '0' } };
  }
  // `free_depth` is the depth of the highest free seat below, so the query descends straight to it.
  const { rows } = await tx.execute<{ id: number; depth: number; seat: number; path: number[] }>(sql`
    with recursive way as (
      select id, depth, free_depth, array[]::integer[] as path from places where id = ${upline.id}
      union all
      select below.id, below.depth, below.free_depth, way.path || below.seat::integer
      from way, lateral (
        select id, depth, free_depth, seat from places c
        where c.above_id = way.id and c.free_depth = way.free_depth and ${isSeated('c')} order by c.seat limit 1
      ) as below
      where way.depth < way.free_depth
    ), last as (select id, depth, path from way order by depth desc limit 1)
    select last.id, last.depth, last.path, free.seat
    from last, plans p, lateral (
      select seats.seat from generate_series(0, p.width - 1) as seats(seat)
      where not exists (
        select from places c where c.above_id = last.id and c.seat = seats.seat and ${isSeated('c')}
      )
      order by seats.seat limit 1
    ) as free
    where p.id = ${plan.id}`);
  const free = rows[0];
  if (!free) throw new Error(`There is no free seat below place ${upline.id}.`);
  const taken = seatsBefore(plan.width, [...free.path, free.seat]);
  return {
    seat: { aboveId: free.id, seat: free.seat, depth: free.depth + 1 },
    reason: { rule, upline: String(upline.id), line: String(upline.line), taken: String(taken) },
  };
}

/** If there are several: an open one first, then full, then expired ones; newest first. */
async function nearestUplinePlace(
  tx: Db,
  planId: string,
  memberId: number,
): Promise<{ id: number; line: number } | undefined> {
  const { rows } = await tx.execute<{ id: number; line: number }>(sql`
    select p.id, l.line from team_links l
      join places p on p.member_id = l.ancestor_id and p.plan_id = ${planId} and ${isSeated('p')}
    where l.member_id = ${memberId}
    order by l.line, p.closing = 'expired' nulls first, p.id desc limit 1`);
  return rows[0];
}

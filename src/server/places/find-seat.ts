import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';

/** Where the next place goes: below which, on which of its seats. The first place of a tree has nothing above it. */
export type Seat = { aboveId: number | null; seat: number; depth: number };

/**
 * The first free seat, top to bottom and left to right, below the nearest upline who has a place of the plan. The plan
 * must be locked: then nobody takes the same.
 */
export async function findSeat(tx: Db, planId: string, memberId: number): Promise<Seat> {
  const upline = await nearestUplinePlace(tx, planId, memberId);
  if (upline === undefined) return { aboveId: null, seat: 0, depth: 0 };
  // Every place knows how deep the highest free seat below it is, so the way leads straight down to it.
  const { rows } = await tx.execute<{ id: number; depth: number; seat: number }>(sql`
    with recursive way as (
      select id, depth, free_depth from places where id = ${upline}
      union all
      select below.id, below.depth, below.free_depth
      from way, lateral (
        select id, depth, free_depth from places c
        where c.above_id = way.id and c.free_depth = way.free_depth order by c.seat limit 1
      ) as below
      where way.depth < way.free_depth
    ), last as (select id, depth from way order by depth desc limit 1)
    select last.id, last.depth, free.seat
    from last, plans p, lateral (
      select seats.seat from generate_series(0, p.width - 1) as seats(seat)
      where not exists (select from places c where c.above_id = last.id and c.seat = seats.seat)
      order by seats.seat limit 1
    ) as free
    where p.id = ${planId}`);
  const found = rows[0];
  if (!found) throw new Error(`There is no free seat below place ${upline}.`);
  return { aboveId: found.id, seat: found.seat, depth: found.depth + 1 };
}

/** Of someone with several the one that has not expired, else the newest. */
async function nearestUplinePlace(tx: Db, planId: string, memberId: number): Promise<number | undefined> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select p.id from team_links l join places p on p.member_id = l.ancestor_id and p.plan_id = ${planId}
    where l.member_id = ${memberId}
    order by l.line, p.closing = 'expired' nulls first, p.id desc limit 1`);
  return rows[0]?.id;
}

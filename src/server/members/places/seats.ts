import { eq, sql } from 'drizzle-orm';
import { seatsOf } from '#domain/places.ts';
import type { Db } from '#server/db/connect.ts';
import { plans } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { logPlace } from './close-places.ts';
import { isSeated } from './is-seated.ts';
import type { PlaceRow, PlanRow } from './plans-of-member.ts';

/** Seats of a plan change one by one. */
export async function lockPlan(tx: Db, planId: string): Promise<PlanRow> {
  const [plan] = await tx.select().from(plans).where(eq(plans.id, planId)).for('no key update');
  if (!plan) throw new Error(`There is no plan ${planId}.`);
  return plan;
}

/** Updates `free_depth` upwards until it no longer changes. */
export async function passFreeDepthUp(tx: Db, { aboveId }: Pick<PlaceRow, 'aboveId'>): Promise<void> {
  for (let id = aboveId; id !== null;) {
    const { rows } = await tx.execute<{ above_id: number | null }>(sql`
      update places p set free_depth = now.free_depth
      from (
        select case when count(c.id) < w.width then a.depth else min(c.free_depth) end as free_depth
        from places a join plans w on w.id = a.plan_id
          left join places c on c.above_id = a.id and ${isSeated('c')}
        where a.id = ${id} group by a.depth, w.width
      ) as now
      where p.id = ${id} and p.free_depth <> now.free_depth
      returning p.above_id`);
    id = rows[0]?.above_id ?? null;
  }
}

/** In the structures of the places above. Returns the open places that are full now, the place itself included. */
export async function changeFilled(tx: Db, plan: PlanRow, { id }: Pick<PlaceRow, 'id'>, by: 1 | -1): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with recursive above as (
      select above_id as id, 2 as level from places where id = ${id}
      union all
      select p.above_id, level + 1 from above join places p on p.id = above.id where level < ${plan.levels}
    ), counted as (
      update places set filled = filled + ${by}::integer where id in (select above.id from above)
      returning id, filled, closed_at
    )
    select id from counted where filled = ${seatsOf(plan)} and closed_at is null
    union all
    select id from places where id = ${id} and filled = ${seatsOf(plan)} and closed_at is null`);
  return rows.map((row) => row.id);
}

type Vacant = Pick<PlaceRow, 'id' | 'freeDepth' | 'filled'>;

/** The newest withdrawn place of a free seat. Requires the plan's lock. */
export async function findVacant(
  tx: Db,
  { aboveId, seat }: Pick<PlaceRow, 'aboveId' | 'seat'>,
): Promise<Vacant | undefined> {
  const { rows } = await tx.execute<Vacant>(sql`
    select id, free_depth as "freeDepth", filled from places
    where above_id = ${aboveId} and seat = ${seat} and closing = 'withdrawn' order by id desc limit 1`);
  return rows[0];
}

/** Places below stay on their seats; only the place above them is another. */
export async function takeOver(
  tx: Db,
  services: Pick<Services, 'clock'>,
  vacant: Vacant,
  { id, depth }: Pick<PlaceRow, 'id' | 'depth'>,
): Promise<void> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    update places set above_id = ${id} where above_id = ${vacant.id} returning id`);
  for (const moved of rows) await logPlace(tx, services, moved.id, 'moved', { above: String(id) });
  await tx.execute(sql`update places set filled = 1, free_depth = ${depth} where id = ${vacant.id}`);
}

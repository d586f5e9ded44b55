import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';

/** Recounts the trees of all plans in the simplest way. Returns the differences; empty if there are none. */
export async function treeFaults(db: Db): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    with recursive below as (
      select id as top, id, 1 as level, plan_id from places
      union all
      select below.top, p.id, level + 1, below.plan_id from below join places p on p.above_id = below.id
    ), recounted as (
      select p.id,
        count(*) filter (where below.level <= plans.levels and (below.id = below.top or not b.is_free)) as filled,
        min(b.depth) filter (where b.taken < plans.width and (below.id = below.top or not b.is_free)) as free_depth
      from places p join plans on plans.id = p.plan_id join below on below.top = p.id
        join (
          select p.id, p.depth, p.closing is not distinct from 'withdrawn' as is_free, (
            select count(*) from places c where c.above_id = p.id and c.closing is distinct from 'withdrawn'
          ) as taken from places p
        ) b
          on b.id = below.id
      group by p.id
    )
    select 'counts' as fault, p.id from places p join recounted r on r.id = p.id
      where p.filled <> r.filled or p.free_depth <> r.free_depth
    union all
    select 'depth', c.id from places c join places p on p.id = c.above_id where c.depth <> p.depth + 1
    union all
    select 'seat', c.id from places c join plans on plans.id = c.plan_id where c.seat >= plans.width
    union all
    select 'gap', c.id from places c where c.seat > 0 and not exists (
      select from places o where o.above_id = c.above_id and o.seat = c.seat - 1 and o.id < c.id)
    union all
    select 'log', p.id from places p where coalesce((
      select e.details->>'above' from place_events e where e.place_id = p.id and e.kind = 'moved' order by e.id desc limit 1
    ), (
      select e.details->>'above' from place_events e where e.place_id = p.id and e.kind = 'seated'
        and e.details->>'seat' = p.seat::text
    )) is distinct from coalesce(p.above_id::text, '')
    union all
    select 'twice', min(p.id) from places p where p.closing is distinct from 'withdrawn' and p.above_id is not null
      group by p.above_id, p.seat having count(*) > 1
    union all
    select 'full', p.id from places p join plans on plans.id = p.plan_id
      where (p.closing is distinct from 'full' and p.closed_at is null)
        and p.filled = (select sum(power(plans.width, level)) from generate_series(0, plans.levels - 1) as level)`);
  return rows;
}

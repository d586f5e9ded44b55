import { sql } from 'drizzle-orm';
import { addDays, type Day } from '#domain/days.ts';
import { ACTIVE_DAYS } from '#domain/transparency.ts';
import type { Services } from '#server/api/services.ts';
import { dayOf } from './count-money.ts';

type CountServices = Pick<Services, 'db' | 'transaction' | 'clock'> & { config: Pick<Services['config'], 'timeZone'> };
type Counts = { joined: number; left: number; active_now: number; active_after: number };

/** All months, because people leave or become active after the month in which they joined. */
export async function countMembers(services: CountServices, yesterday: Day, atOnce: number): Promise<void> {
  const counts = new Map<Day, Counts>();
  const { rows } = await services.db.execute<{ last: number }>(sql`select coalesce(max(id), 0) as last from members`);
  const last = rows[0]?.last ?? 0;
  for (let first = 1; first <= last; first += atOnce) {
    for (const { month, ...part } of await countPart(services, yesterday, { first, last: first + atOnce - 1 })) {
      const { joined, left, active_now, active_after } = counts.get(month) ?? NOBODY;
      counts.set(month, {
        joined: joined + part.joined,
        left: left + part.left,
        active_now: active_now + part.active_now,
        active_after: active_after + part.active_after,
      });
    }
  }
  await store(services, yesterday, counts);
}

const NOBODY: Counts = { joined: 0, left: 0, active_now: 0, active_after: 0 };

async function countPart(
  { db, config: { timeZone } }: CountServices,
  yesterday: Day,
  { first, last }: { first: number; last: number },
): Promise<(Counts & { month: Day })[]> {
  const { rows } = await db.execute<Counts & { month: Day }>(sql`
    select month::text, sum(joined)::integer as joined, sum(has_left)::integer as left,
      sum(active_now)::integer as active_now, sum(active_after)::integer as active_after
    from (
      select date_trunc('month', registered_on)::date as month, 1 as joined, 0 as has_left, active::integer as active_now,
        case when f.month is null then 0 else (
          (closed_at is null or closed_at > registered_at + ${ACTIVE_DAYS} * interval '1 day') and exists (
            select from places p join plans on plans.id = p.plan_id
            where p.member_id = m.id and plans.platform = 'licenses'
              and p.opened_at <= m.registered_at + ${ACTIVE_DAYS} * interval '1 day'
              and (p.closed_at is null or p.closed_at > m.registered_at + ${ACTIVE_DAYS} * interval '1 day')
          )
        )::integer end as active_after
      from members m left join month_figures f
        on f.month = date_trunc('month', m.registered_on)::date and ${isDue(yesterday)}
      where m.id between ${first} and ${last} and registered_on <= ${yesterday}
      union all
      select date_trunc('month', ${dayOf(sql`closed_at`, timeZone)})::date, 0, 1, 0, 0 from members
      where id between ${first} and ${last} and ${dayOf(sql`closed_at`, timeZone)} <= ${yesterday}
    ) as of_members
    group by month`);
  return rows;
}

/** The last who joined in the month `f` have been members for 90 days, and nobody counted them yet. */
function isDue(yesterday: Day) {
  return sql`f.active_after_90_days is null and f.month + interval '1 month' <= ${addDays(yesterday, -ACTIVE_DAYS)}::date`;
}

async function store({ db, clock }: CountServices, yesterday: Day, counts: ReadonlyMap<Day, Counts>): Promise<void> {
  const months = JSON.stringify([...counts].map(([month, of]) => ({ month, ...of })));
  await db.execute(sql`
    update month_figures f set joined = coalesce(c.joined, 0), "left" = coalesce(c."left", 0),
      active_now = coalesce(c.active_now, 0),
      active_after_90_days = case when ${isDue(yesterday)} then coalesce(c.active_after, 0) else f.active_after_90_days end,
      joiners_paid = j.paid, joiners_paid_members = j.paid_members, joiners_credited = j.credited,
      joiners_credited_members = j.credited_members, counted_to = ${yesterday}, counted_at = ${clock.now()}
    from month_figures g
      left join json_to_recordset(${months}::json)
        as c (month date, joined integer, "left" integer, active_now integer, active_after integer) on c.month = g.month
      cross join lateral (
        select coalesce(sum(paid), 0)::bigint as paid, coalesce(sum(paid_members), 0)::integer as paid_members,
          coalesce(sum(credited), 0)::bigint as credited, coalesce(sum(credited_members), 0)::integer as credited_members
        from cohort_figures where joined = g.month
      ) as j
    where f.month = g.month`);
}

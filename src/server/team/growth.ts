import { sql } from 'drizzle-orm';
import { isoDay } from '#i18n/format.ts';
import { PLANNED_ONCE } from '#server/db/planned-once.ts';
import type { House } from '#server/house.ts';

export type GrowthDay = { day: string; registrations: number; views: number };

/** The last days, today included, those without anything too. */
export async function teamGrowth(house: House, memberId: number, days: number): Promise<GrowthDay[]> {
  const today = isoDay(house.clock.now(), house.config.timeZone);
  const first = sql`${today}::date - ${days - 1}::integer`;
  const { rows } = await house.db.execute<GrowthDay>(sql`${PLANNED_ONCE}
    select to_char(each, 'YYYY-MM-DD') as day,
      coalesce(t.registrations, 0) as registrations, coalesce(p.views, 0)::integer as views
    from generate_series(${first}, ${today}::date, interval '1 day') as each
    left join team_days t on t.member_id = ${memberId} and t.day = each::date and t.day >= ${first}
    left join partner_days p on p.member_id = ${memberId} and p.day = each::date and p.day >= ${first}
    order by each`);
  return rows;
}

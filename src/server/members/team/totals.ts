import { sql } from 'drizzle-orm';
import type { OutputOf } from '#contracts/contract.ts';
import type { getTeamTotals } from '#contracts/team.ts';
import { addDays, daysFrom } from '#domain/days.ts';
import { weekAround } from '#domain/week-start.ts';
import { isoDay } from '#i18n/format.ts';
import type { Services } from '#server/api/services.ts';

const MONDAY = 1;

/** Days are those of the platform's time zone. */
export async function teamTotals(
  services: Services,
  memberId: number,
  weekStart = MONDAY,
): Promise<OutputOf<typeof getTeamTotals>> {
  const today = isoDay(services.clock.now(), services.config.timeZone);
  const week = weekAround(today, weekStart);
  const { rows } = await services.db.execute<OutputOf<typeof getTeamTotals>>(sql`
    select c.whole_team, c.active_team, c.left_team, c.first_line, c.inactive_first_line, deepest.lines, v.total_views::integer,
      d.registrations_today::integer, d.registrations_week::integer, d.registrations_month::integer
    from team_counts c,
      lateral (select coalesce(max(line), 0)::integer as lines from team_links where ancestor_id = c.member_id) deepest,
      lateral (select coalesce(sum(views), 0) as total_views from partner_days where member_id = c.member_id) v,
      lateral (
        select coalesce(sum(registrations) filter (where day = ${today}), 0) as registrations_today,
          coalesce(sum(registrations) filter (where day >= ${week}), 0) as registrations_week,
          coalesce(sum(registrations) filter (where day >= date_trunc('month', ${today}::date)), 0) as registrations_month
        from team_days
        where member_id = c.member_id and day <= ${today}
          and day >= least(${week}::date, date_trunc('month', ${today}::date))
      ) d
    where c.member_id = ${memberId}`);
  const [totals] = rows;
  if (!totals) throw new Error(`member ${memberId} has no counters`);
  return totals;
}

type GrowthDay = { day: string; registrations: number; views: number };

export async function teamGrowth(services: Services, memberId: number, days: number): Promise<GrowthDay[]> {
  const today = isoDay(services.clock.now(), services.config.timeZone);
  const first = addDays(today, 1 - days);
  const { rows } = await services.db.execute<GrowthDay>(sql`
    select day::text, registrations, 0 as views from team_days
    where member_id = ${memberId} and day between ${first} and ${today}
    union all
    select day::text, 0, views::integer from partner_days
    where member_id = ${memberId} and day between ${first} and ${today}`);
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return daysFrom(first, days).map((day) => {
    const sum = (column: 'registrations' | 'views') =>
      (byDay.get(day) ?? []).reduce((total, row) => total + row[column], 0);
    return { day, registrations: sum('registrations'), views: sum('views') };
  });
}

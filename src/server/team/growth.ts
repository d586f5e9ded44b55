import { sql } from 'drizzle-orm';
import { addDays, daysFrom } from '#domain/days.ts';
import { isoDay } from '#i18n/format.ts';
import type { House } from '#server/house.ts';

export type GrowthDay = { day: string; registrations: number; views: number };

/** The last days, today included, those without anything too. */
export async function teamGrowth(house: House, memberId: number, days: number): Promise<GrowthDay[]> {
  const today = isoDay(house.clock.now(), house.config.timeZone);
  const first = addDays(today, 1 - days);
  const { rows } = await house.db.execute<GrowthDay>(sql`
    select day::text, registrations, 0 as views from team_days
    where member_id = ${memberId} and day between ${first} and ${today}
    union all
    select day::text, 0, views::integer from partner_days
    where member_id = ${memberId} and day between ${first} and ${today}`);
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return daysFrom(first, days).map((day) => {
    const sum = (what: 'registrations' | 'views') => (byDay.get(day) ?? []).reduce((all, row) => all + row[what], 0);
    return { day, registrations: sum('registrations'), views: sum('views') };
  });
}

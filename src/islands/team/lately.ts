import { addDays, type Day, weekdayOf } from '#domain/days.ts';

/** The first days of this week and month, as the totals count them. Weeks begin on Monday. */
export function lately(today: Day): Record<'today' | 'week' | 'month', Day> {
  const daysSinceMonday = (weekdayOf(today) + 6) % 7;
  return { today, week: addDays(today, -daysSinceMonday), month: `${today.slice(0, 8)}01` };
}

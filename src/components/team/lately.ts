import { addDays, weekdayOf } from '#domain/days.ts';
import { isoDay } from '#i18n/format.ts';

/** Today and the first days of this week and month, as the totals count them. Weeks begin on Monday. */
export function lately(now: Date, timeZone: string): Record<'today' | 'week' | 'month', string> {
  const today = isoDay(now, timeZone);
  const daysSinceMonday = (weekdayOf(today) + 6) % 7;
  return { today, week: addDays(today, -daysSinceMonday), month: `${today.slice(0, 8)}01` };
}

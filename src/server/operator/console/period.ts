import { type SQL, sql } from 'drizzle-orm';
import { addDays, type Day } from '#domain/days.ts';
import { isoDay } from '#i18n/format.ts';
import type { Services } from '#server/api/services.ts';

export type Period = { from?: Day | undefined; to?: Day | undefined };
type ForDays = { clock: Services['clock']; config: Pick<Services['config'], 'timeZone'> };

const DAYS = 30;

export function periodOf(services: ForDays, { from, to }: Period): { from: Day; to: Day } {
  const end = to ?? today(services);
  return { from: from ?? addDays(end, 1 - DAYS), to: end };
}

export function today({ clock, config }: ForDays): Day {
  return isoDay(clock.now(), config.timeZone);
}

export function beginningOf(day: Day, { timeZone }: ForDays['config']): SQL {
  return sql`(${day}::timestamp at time zone ${timeZone})`;
}

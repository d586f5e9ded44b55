import { addDays, type Day } from '#domain/days.ts';
import { withOffset } from '#domain/local-time.ts';

/** The first moment after the day. */
export function midnightAfter(day: Day, timeZone: string): Date {
  return new Date(withOffset(`${addDays(day, 1)}T00:00`, timeZone));
}

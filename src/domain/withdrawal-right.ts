import { addDays, type Day } from './days.ts';
import { localTimeOf } from './local-time.ts';

/** Last moment of the last day in the platform's time zone; the day of purchase is day 0. Null without the right. */
export function withdrawalEnd(boughtAt: Date, days: number, timeZone: string): Date | null {
  return days === 0 ? null : endOfDay(addDays(dayOf(boughtAt, timeZone), days), timeZone);
}

type Right = { until: string; withdrawn_at: string | null };

export function canWithdraw(right: Right | null, now: Date): boolean {
  return right !== null && right.withdrawn_at === null && now <= new Date(right.until);
}

const DAY_MS = 86_400_000;

/** Searched by the local day, so that it is exact where clocks change at midnight. */
function endOfDay(day: Day, timeZone: string): Date {
  let last = Date.parse(day) - DAY_MS;
  let next = Date.parse(day) + 2 * DAY_MS;
  while (next - last > 1) {
    const middle = Math.floor((last + next) / 2);
    if (dayOf(new Date(middle), timeZone) > day) next = middle;
    else last = middle;
  }
  return new Date(last);
}

function dayOf(time: Date, timeZone: string): Day {
  return localTimeOf(time, timeZone).slice(0, 10);
}

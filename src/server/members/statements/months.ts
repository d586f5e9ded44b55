import { addDays, addMonths, monthsBetween } from '#domain/days.ts';
import { withOffset } from '#domain/local-time.ts';
import { isMonth, type Month } from '#domain/statement.ts';
import { isoDay } from '#i18n/format.ts';
import type { Services } from '#server/api/services.ts';

/** More than the clocks of two processes differ. */
const CLOCKS_MS = 5 * 60_000;

/** Oldest first: from the month of registration to the last one that is over. */
export function closedMonths(
  { clock, config: { timeZone } }: Pick<Services, 'clock'> & { config: Pick<Services['config'], 'timeZone'> },
  { registeredAt }: { registeredAt: Date },
): Month[] {
  const today = isoDay(new Date(clock.now().getTime() - CLOCKS_MS), timeZone);
  return monthsBetween(isoDay(registeredAt, timeZone), addDays(`${today.slice(0, 7)}-01`, -1));
}

type Period = { firstDay: string; start: Date; end: Date };

/** From the first moment of the month to that of the next one. */
export function periodOf(month: Month, timeZone: string): Period {
  if (!isMonth(month)) throw new Error(`“${month}” is no month.`);
  const firstDay = `${month}-01`;
  const beginning = (day: string) => new Date(withOffset(`${day}T00:00`, timeZone));
  return { firstDay, start: beginning(firstDay), end: beginning(addMonths(firstDay, 1)) };
}

/** A day that has no time, as forms and databases write it: `2026-11-20`. Days compare as texts do. */
export type Day = string;

/** DD.MM.YYYY of a day. */
export function formatDay(day: Day): string {
  return day.split('-').reverse().join('.');
}

/** A day, or a range with its dash; an end that is open stays empty: `01.11.2026 —`. */
export function formatDays(ends: readonly Day[]): string {
  return ends.some(Boolean) ? ends.map(formatDay).join(' — ').trim() : '';
}

/** The day somebody typed as dd.MM.yyyy, with other signs between or none at all; nothing when there is no such day. */
export function parseDay(typed: string): Day | undefined {
  const [, day = '', month = '', year = ''] =
    /^(\d\d)(\d\d)(\d{4})$|^(\d\d?)\D+(\d\d?)\D+(\d{4})$/.exec(typed.trim())?.filter(Boolean) ?? [];
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return !Number.isNaN(Date.parse(written)) && addDays(written, 0) === written ? written : undefined;
}

export function addDays(day: Day, days: number): Day {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;

/** So many days from the first on. */
export function daysFrom(first: Day, count: number): Day[] {
  const begin = Date.parse(first);
  return Array.from({ length: count }, (_, index) => new Date(begin + index * DAY_MS).toISOString().slice(0, 10));
}

/** The same day of another month, or that month's last one. */
export function addMonths(day: Day, months: number): Day {
  const first = new Date(`${day.slice(0, 8)}01`);
  first.setUTCMonth(first.getUTCMonth() + months);
  const last = new Date(first);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  first.setUTCDate(Math.min(Number(day.slice(8)), last.getUTCDate()));
  return first.toISOString().slice(0, 10);
}

/** From 0, which is Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(day).getUTCDay();
}

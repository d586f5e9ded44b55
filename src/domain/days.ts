/** `2026-11-20`; days compare as strings. */
export type Day = string;

export function formatDay(day: Day): string {
  return day.split('-').reverse().join('.');
}

/** `01.11.2026 — 20.11.2026`; an open end is empty. */
export function formatDays(ends: readonly Day[]): string {
  return ends.some(Boolean) ? ends.map(formatDay).join(' — ').trim() : '';
}

/** Reads dd.MM.yyyy with any separators or none; undefined if there is no such day. */
export function parseDay(typed: string): Day | undefined {
  const [, day = '', month = '', year = ''] =
    /^(\d\d)(\d\d)(\d{4})$|^(\d\d?)\D+(\d\d?)\D+(\d{4})$/.exec(typed.trim())?.filter(Boolean) ?? [];
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return !Number.isNaN(Date.parse(written)) && addDays(written, 0) === written ? written : undefined;
}

/** PostgreSQL has no year 0. */
export function isDay(text: string): text is Day {
  const isWritten = /^\d{4}-\d\d-\d\d$/.test(text) && text >= '0001';
  return isWritten && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;
}

export function addDays(day: Day, days: number): Day {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;

export function daysFrom(first: Day, count: number): Day[] {
  const begin = Date.parse(first);
  return Array.from({ length: count }, (_, index) => new Date(begin + index * DAY_MS).toISOString().slice(0, 10));
}

/** Same day, or the last day of a shorter month. */
export function addMonths(day: Day, months: number): Day {
  const first = new Date(`${day.slice(0, 8)}01`);
  first.setUTCMonth(first.getUTCMonth() + months);
  const last = new Date(first);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  first.setUTCDate(Math.min(Number(day.slice(8)), last.getUTCDate()));
  return first.toISOString().slice(0, 10);
}

/** Months like `2026-11`, from the month of `first` to that of `last`. */
export function monthsBetween(first: Day, last: Day): string[] {
  const months = [];
  for (let day = `${first.slice(0, 7)}-01`; day <= last; day = addMonths(day, 1)) months.push(day.slice(0, 7));
  return months;
}

export function weekdayOf(day: Day): number {
  return new Date(day).getUTCDay();
}

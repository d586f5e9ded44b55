import { isoDay } from '#i18n/format.ts';
import type { HistoryQuery } from './history-query.ts';

export const PRESETS = ['today', 'week', 'month_days', 'month', 'last_month', 'all'] as const;
export type Preset = (typeof PRESETS)[number];
type Range = Pick<HistoryQuery, 'from' | 'to'>;

/** The periods people ask for, as days of the platform's time zone. */
export function presetRanges(now: Date, timeZone: string): Record<Preset, Range> {
  const today = isoDay(now, timeZone);
  const back = (days: number) => dayOf(today, (date) => date.setUTCDate(date.getUTCDate() - days));
  const monthBack = (months: number, day: number) =>
    dayOf(today, (date) => date.setUTCMonth(date.getUTCMonth() - months, day));
  return {
    today: { from: today, to: today },
    week: { from: back(6), to: today },
    month_days: { from: back(29), to: today },
    month: { from: monthBack(0, 1), to: today },
    last_month: { from: monthBack(1, 1), to: monthBack(0, 0) },
    all: {},
  };
}

function dayOf(day: string, change: (date: Date) => void): string {
  const date = new Date(day);
  change(date);
  return date.toISOString().slice(0, 10);
}

export function isSameRange(a: Range, b: Range): boolean {
  return a.from === b.from && a.to === b.to;
}

import { addDays, addMonths } from '#domain/days.ts';
import { isoDay } from '#i18n/format.ts';
import type { HistoryQuery } from '#domain/history-query.ts';

export const PRESETS = ['today', 'week', 'month_days', 'month', 'last_month', 'all'] as const;
export type Preset = (typeof PRESETS)[number];
type Range = Pick<HistoryQuery, 'from' | 'to'>;

/** The periods people ask for, as days of the platform's time zone. */
export function presetRanges(now: Date, timeZone: string): Record<Preset, Range> {
  const today = isoDay(now, timeZone);
  const first = `${today.slice(0, 8)}01`;
  return {
    today: { from: today, to: today },
    week: { from: addDays(today, -6), to: today },
    month_days: { from: addDays(today, -29), to: today },
    month: { from: first, to: today },
    last_month: { from: addMonths(first, -1), to: addDays(first, -1) },
    all: {},
  };
}

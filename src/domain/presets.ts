import { addDays, addMonths, type Day } from './days.ts';

export const PRESETS = ['today', 'week', 'month_days', 'month', 'last_month', 'all'] as const;
export type Preset = (typeof PRESETS)[number];
type Range = { from?: Day; to?: Day };

/** The periods people ask for, as days. */
export function presetRanges(today: Day): Record<Preset, Range> {
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

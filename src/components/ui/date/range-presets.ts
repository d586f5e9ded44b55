import type { Day } from '#domain/days.ts';
import { PRESETS, presetRanges } from '#domain/calendar.ts';
import type { Say } from '#i18n/island-texts.ts';

/** What an island needs among its texts to offer the periods people ask for. */
export const PRESET_TEXTS = PRESETS.map((preset) => `common:presets.${preset}` as const);

/** The periods people ask for, for a date field; an open end is empty. */
export function rangePresets(t: Say<(typeof PRESET_TEXTS)[number]>, today: Day) {
  const ranges = presetRanges(today);
  return PRESETS.map((preset) => ({ label: t(`common:presets.${preset}`), from: '', to: '', ...ranges[preset] }));
}

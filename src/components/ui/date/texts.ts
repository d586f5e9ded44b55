import type { Day } from '#domain/days.ts';
import { presetRanges, PRESETS } from '#domain/calendar.ts';
import type { Say } from '#i18n/island-texts.ts';
import type { TextKey } from '#i18n/text-keys.ts';

/** What an island needs among its texts to render a date field. */
export const DATE_TEXTS = [
  'common:date.any',
  'common:date.apply',
  'common:date.choose_month',
  'common:date.choose_year',
  'common:date.clear',
  'common:date.invalid_fixed_range',
  'common:date.invalid_select',
  'common:date.next',
  'common:date.next_decade',
  'common:date.next_year',
  'common:date.pattern',
  'common:date.previous',
  'common:date.previous_decade',
  'common:date.previous_year',
] as const satisfies readonly TextKey[];

export type DateTexts = ReturnType<typeof dateTexts>;

export function dateTexts(t: Say<(typeof DATE_TEXTS)[number]>) {
  return {
    any: t('common:date.any'),
    pattern: t('common:date.pattern'),
    previous: {
      days: t('common:date.previous'),
      months: t('common:date.previous_year'),
      years: t('common:date.previous_decade'),
    },
    next: { days: t('common:date.next'), months: t('common:date.next_year'), years: t('common:date.next_decade') },
    choose: { months: t('common:date.choose_month'), years: t('common:date.choose_year') },
    clear: t('common:date.clear'),
    apply: t('common:date.apply'),
    faults: {
      'invalid-select': t('common:date.invalid_select'),
      'invalid-fixed-range': t('common:date.invalid_fixed_range'),
    },
  };
}

/** What an island needs among its texts to offer the periods people ask for. */
export const PRESET_TEXTS = PRESETS.map((preset) => `common:presets.${preset}` as const);

/** The periods people ask for, for a date field; an open end is empty. */
export function rangePresets(t: Say<(typeof PRESET_TEXTS)[number]>, today: Day) {
  const ranges = presetRanges(today);
  return PRESETS.map((preset) => ({ label: t(`common:presets.${preset}`), from: '', to: '', ...ranges[preset] }));
}

import type { Day } from '#domain/days.ts';
import { presetRanges, PRESETS } from '#domain/calendar.ts';
import type { Translate } from '#i18n/translator.ts';

export type DateTexts = ReturnType<typeof dateTexts>;

export function dateTexts(t: Translate) {
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

export function rangePresets(t: Translate, today: Day) {
  const ranges = presetRanges(today);
  return PRESETS.map((preset) => ({ label: t(`common:presets.${preset}`), from: '', to: '', ...ranges[preset] }));
}

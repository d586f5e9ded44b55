import type { Say } from '#i18n/island-texts.ts';
import type { TextKey } from '#i18n/text-keys.ts';

/** What an island needs among its texts to draw a date field. */
export const DATE_TEXTS = [
  'common:date.any',
  'common:date.apply',
  'common:date.clear',
  'common:date.invalid_fixed_range',
  'common:date.invalid_select',
  'common:date.next',
  'common:date.pattern',
  'common:date.previous',
] as const satisfies readonly TextKey[];

export type DateTexts = ReturnType<typeof dateTexts>;

export function dateTexts(t: Say<(typeof DATE_TEXTS)[number]>) {
  return {
    any: t('common:date.any'),
    pattern: t('common:date.pattern'),
    previous: t('common:date.previous'),
    next: t('common:date.next'),
    clear: t('common:date.clear'),
    apply: t('common:date.apply'),
    faults: {
      'invalid-select': t('common:date.invalid_select'),
      'invalid-fixed-range': t('common:date.invalid_fixed_range'),
    },
  };
}

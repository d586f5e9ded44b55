import type { Translate } from '#i18n/translator.ts';

export type SelectTexts = { empty: string; nothingFound: string; remove: string; full?: string | undefined };

export function selectTexts(t: Translate, maximum?: number): SelectTexts {
  return {
    empty: t('common:select.empty'),
    nothingFound: t('common:nothing_found'),
    remove: t('common:select.remove'),
    full: maximum === undefined ? undefined : t('common:select.full', { max: maximum }),
  };
}

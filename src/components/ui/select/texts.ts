import type { Say } from '#i18n/island-texts.ts';
import type { TextKey } from '#i18n/text-keys.ts';

/** What an island needs among its texts to render a select that is searched in. */
export const SELECT_TEXTS = [
  'common:nothing_found',
  'common:select.empty',
  'common:select.full',
  'common:select.remove',
] as const satisfies readonly TextKey[];

export type SelectTexts = { empty: string; nothingFound: string; remove: string; full?: string | undefined };

export function selectTexts(t: Say<(typeof SELECT_TEXTS)[number]>, maximum?: number): SelectTexts {
  return {
    empty: t('common:select.empty'),
    nothingFound: t('common:nothing_found'),
    remove: t('common:select.remove'),
    full: maximum === undefined ? undefined : t('common:select.full', { count: maximum }),
  };
}

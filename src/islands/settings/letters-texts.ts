import type { TextKey } from '#i18n/text-keys.ts';

/** What the choice of letters says where it is alive. */
export const TEXTS = [
  'common:line_broken',
  'notices:letters.lede',
  'notices:letters.saved',
  'notices:letters.submit',
  'notices:letters.wanted',
] as const satisfies readonly TextKey[];

export type Text = (typeof TEXTS)[number];

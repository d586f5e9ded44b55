import { CAREER_STATUSES } from '#domain/career-status.ts';
import type { Language } from '#domain/languages.ts';
import type { Say } from '#i18n/island-texts.ts';
import type { TextKey } from '#i18n/text-keys.ts';
import { DATE_TEXTS } from '#components/ui/date/texts.ts';
import { SELECT_TEXTS } from '#components/ui/select/texts.ts';

/** What the gallery of primitives says; its own headings are for developers and in English. */
export const TEXTS = [
  ...SELECT_TEXTS,
  ...DATE_TEXTS,
  ...CAREER_STATUSES.map((status) => `common:career_status.${status}` as const),
  'team:filters.any',
  'team:filters.apply',
  'team:list.unknown_sort',
] as const satisfies readonly TextKey[];

export type Text = (typeof TEXTS)[number];

/** `here`: where the forms of the gallery are sent. */
export type Reader = { t: Say<Text>; language: Language; here: string };

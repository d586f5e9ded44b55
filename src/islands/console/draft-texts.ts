import { LANGUAGES } from '#domain/languages.ts';
import type { TextKey } from '#i18n/text-keys.ts';
import { SHARED_TEXTS } from './texts.ts';

/** Of whatever is written as a draft in several languages. */
export const DRAFT_TEXTS = [
  ...SHARED_TEXTS,
  ...LANGUAGES.map(({ segment }) => `console_content:languages.${segment}` as const),
  'console_content:draft.wrong',
  'console_content:draft.changes',
  'console_content:draft.none',
  'console_content:draft.subject',
  'console_content:draft.field',
  'console_content:draft.before',
  'console_content:draft.after',
  'console_content:draft.new',
  'console_content:draft.saved',
  'console_content:draft.unsaved',
  'console_content:draft.discard',
  'console_content:draft.discarded',
  'console_content:draft.discard_text',
  'console_content:draft.latest',
  'console_content:draft.file',
] as const satisfies readonly TextKey[];

export type DraftText = (typeof DRAFT_TEXTS)[number];

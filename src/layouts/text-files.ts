import type { Language } from '#domain/languages.ts';

/** Who sees a page: each side has one file of texts in each language, made by `scripts/island-texts.ts`. */
export type Side = 'members' | 'guests' | 'console';

const FILES = import.meta.glob<string>('../i18n/built/*.json', { query: '?url', import: 'default', eager: true });

/** Where the islands of a page find their texts; the name changes with the texts. */
export function textFile(side: Side, language: Language): string | undefined {
  return FILES[`../i18n/built/${side}.${language}.json`];
}

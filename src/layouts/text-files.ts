import type { Language } from '#domain/languages.ts';

/** One file of texts per side and language, made by scripts/island-texts.ts. */
export type Side = 'members' | 'guests' | 'console';

const FILES = import.meta.glob<string>('../i18n/built/*.json', { query: '?url', import: 'default', eager: true });

export function textFile(side: Side, language: Language): string | undefined {
  return FILES[`../i18n/built/${side}.${language}.json`];
}

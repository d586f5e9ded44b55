import type { Site } from '#contracts/page-context.ts';
import type { Language } from '#domain/languages.ts';

/** One file of texts per side and language, made by scripts/island-texts.ts. */
export type Side = 'members' | 'guests' | 'console';

const FILES = import.meta.glob<string>('../i18n/built/*.json', { query: '?url', import: 'default', eager: true });

/** With labels of a brand, the server answers the same file in the brand's folder. */
export function textFile(side: Side, language: Language, { brand }: Pick<Site, 'brand'>): string | undefined {
  const file = FILES[`../i18n/built/${side}.${language}.json`];
  return file && brand?.texts ? `${brand.texts}/${file.split('/').at(-1)}` : file;
}

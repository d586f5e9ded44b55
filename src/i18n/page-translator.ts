import type { Language } from '#domain/languages.ts';
import { type Translate, translator } from './translator.ts';

type Labelled = { brand: { labels: Record<Language, Record<string, string>> } | undefined };

/** Labels of the brand replace texts. */
export function pageTranslator(language: Language, { brand }: Labelled): Translate {
  const t = translator(language);
  const labels = brand?.labels[language];
  return labels ? (key, params) => labels[key] ?? t(key, params) : t;
}

import { type Language, LANGUAGES } from '#domain/languages.ts';

/** Text of the operator; the site's fallback is required when it is written. */
export type TextsByLanguage = Partial<Record<Language, string | undefined>>;

/** Or else in the first language that has a text. */
export function textIn(texts: TextsByLanguage, language: Language): string {
  const written = LANGUAGES.find(({ segment }) => texts[segment] !== undefined);
  return texts[language] ?? (written && texts[written.segment]) ?? '';
}

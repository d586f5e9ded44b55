import type { Language } from '#domain/languages.ts';

/** A text that is the operator's and not the product's: in Russian at least. */
export type TextsByLanguage = { ru: string } & Partial<Record<Language, string | undefined>>;

export function textIn(texts: TextsByLanguage, language: Language): string {
  return texts[language] ?? texts.ru;
}

import type { Language } from '#domain/languages.ts';

/** Text of the operator; Russian is required. */
export type TextsByLanguage = { ru: string } & Partial<Record<Language, string | undefined>>;

export function textIn(texts: TextsByLanguage, language: Language): string {
  return texts[language] ?? texts.ru;
}

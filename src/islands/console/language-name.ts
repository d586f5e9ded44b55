import { LANGUAGES } from '#domain/languages.ts';

export function languageName(language: string): string {
  return LANGUAGES.find(({ segment }) => segment === language)?.name ?? language;
}

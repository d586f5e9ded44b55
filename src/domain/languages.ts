/** `segment` is used in addresses and the `lang` cookie, `tag` (BCP 47) everywhere else. */
export const LANGUAGES = [
  { segment: 'ru', tag: 'ru', name: 'Русский' },
  { segment: 'en', tag: 'en', name: 'English' },
  { segment: 'fr', tag: 'fr', name: 'Français' },
  { segment: 'de', tag: 'de', name: 'Deutsch' },
  { segment: 'tamil', tag: 'ta', name: 'தமிழ்' },
  { segment: 'hindi', tag: 'hi', name: 'हिन्दी' },
] as const;

export type Language = (typeof LANGUAGES)[number]['segment'];
export type LanguageTag = (typeof LANGUAGES)[number]['tag'];

export const DEFAULT_LANGUAGE: Language = 'ru';

/** Languages of a site. `fallback` replaces a language that is not offered, and for a text that is not written. */
export type SiteLanguages = { offered: readonly Language[]; fallback: Language };

export const ALL_LANGUAGES: SiteLanguages = {
  offered: LANGUAGES.map(({ segment }) => segment),
  fallback: DEFAULT_LANGUAGE,
};

export function offeredLanguage({ offered, fallback }: SiteLanguages, word: string | undefined): Language {
  return offered.find((language) => language === word) ?? fallback;
}

/** With tags and names, in the order of `LANGUAGES`. */
export function languagesOf({ offered }: Pick<SiteLanguages, 'offered'>) {
  return LANGUAGES.filter(({ segment }) => offered.includes(segment));
}

export function isLanguage(value: string | undefined): value is Language {
  return LANGUAGES.some(({ segment }) => segment === value);
}

export function tagOf(language: Language): LanguageTag {
  return LANGUAGES.find(({ segment }) => segment === language)!.tag;
}

export function languageOfLocale(locale: string | undefined): Language | undefined {
  const [primary] = (locale ?? '').toLowerCase().split(/[_.@-]/);
  return LANGUAGES.find(({ tag }) => tag === primary)?.segment;
}

export function acceptedLanguage(
  header: string | null | undefined,
  { offered, fallback }: SiteLanguages = ALL_LANGUAGES,
): Language {
  const preferences = (header ?? '')
    .split(',', 20)
    .map((part) => {
      const [range = '', ...params] = part.trim().toLowerCase().split(';');
      const quality = params.find((param) => param.trim().startsWith('q='));
      return { primary: range.split('-')[0], weight: quality ? Number(quality.trim().slice(2)) : 1 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { primary } of preferences) {
    const language = LANGUAGES.find(({ tag, segment }) => tag === primary || segment === primary);
    if (language && offered.includes(language.segment)) return language.segment;
  }
  return fallback;
}

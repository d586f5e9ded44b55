import { type MouseEvent, useState } from 'react';
import { type Language, LANGUAGES } from '#domain/languages.ts';
import { isPlainClick } from '#islands/shared/in-place.ts';

export function languageIn(search: string, fallback: Language): Language {
  const segmentParam = new URLSearchParams(search).get('language');
  return LANGUAGES.find(({ segment }) => segment === segmentParam)?.segment ?? fallback;
}

/** The language of the texts that are edited; a press on its tab puts it into the address. */
export function useLanguageTab(at: Language, fallback: Language) {
  const [language, setLanguage] = useState(at);
  const openTab = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    const { search } = event.currentTarget;
    history.replaceState(null, '', search);
    setLanguage(languageIn(search, fallback));
  };
  return { language, openTab };
}

import { useEffect, useMemo } from 'react';
import { watchLine } from '#client/offline/watch-line.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import type { Theme } from '#domain/theme.ts';
import { type IslandTexts, sayFrom } from '#i18n/island-texts.ts';
import { LanguageMenu, Logo, ThemeSwitch } from './header-parts.tsx';
import { GUEST_TEXTS, type GuestText } from './texts.ts';
import { Toaster } from './toaster.tsx';

type Props = {
  texts: IslandTexts<GuestText>;
  language: Language;
  productName: string;
  here: string;
  theme: Theme;
  /** The id of a form whose typed words go along when the language is changed; its page renders them again. */
  keepForm: string | undefined;
};

/** What stands above the forms of a guest. */
export function GuestBar({ texts, language, productName, here, theme, keepForm }: Props) {
  const reader = useMemo(
    () => ({ t: sayFrom(GUEST_TEXTS, texts, language), language, productName, here, keepForm }),
    [texts, language, productName, here, keepForm],
  );
  useEffect(watchLine, []);
  return (
    <>
      <header className="row between">
        <Logo name={productName} href={path(language, 'signIn')} />
        <div className="row">
          <ThemeSwitch rendered={theme} reader={reader} />
          <LanguageMenu reader={reader} />
        </div>
      </header>
      <Toaster close={reader.t('common:close')} />
    </>
  );
}

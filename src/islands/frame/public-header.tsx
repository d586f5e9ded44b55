import { Button } from '#components/ui/button.tsx';
import { IconFile } from '#components/ui/icon.tsx';
import type { Language } from '#domain/languages.ts';
import type { Theme } from '#domain/theme.ts';
import type { Say } from '#i18n/island-texts.ts';
import { LanguageMenu } from './language-menu.tsx';
import { Logo } from './logo.tsx';
import type { GuestText } from './texts.ts';
import { ThemeSwitch } from './theme-switch.tsx';

type Props = {
  t: Say<GuestText>;
  language: Language;
  productName: string;
  here: string;
  theme: Theme;
  /** Where the name of the product leads. */
  home: string;
  signIn?: { label: string; href: string };
  hasIconSheet?: boolean;
};

/** The header of a page that runs no script: the same pieces, which are plain forms and links there. */
export function PublicHeader({ home, theme, signIn, hasIconSheet, ...reader }: Props) {
  const header = (
    <header className="header">
      <Logo name={reader.productName} href={home} />
      <span className="push" />
      <ThemeSwitch drawn={theme} reader={{ ...reader, keepForm: undefined }} />
      <LanguageMenu reader={{ ...reader, keepForm: undefined }} />
      {signIn && (
        <Button href={signIn.href} variant="plain">
          {signIn.label}
        </Button>
      )}
    </header>
  );
  return hasIconSheet ? <IconFile value="">{header}</IconFile> : header;
}

import type { Theme } from '#domain/theme.ts';
import { Button } from '#components/ui/button.tsx';
import { IconFile } from '#components/ui/icon.tsx';
import { withReader } from '#islands/shared/use-reader.tsx';
import { LanguageMenu, Logo, ThemeSwitch } from './header-parts.tsx';

type Props = {
  productName: string;
  here: string;
  theme: Theme;
  home: string;
  signIn?: { label: string; href: string };
  hasIconSheet?: boolean;
};

/** Runs no script: its parts work as forms and links. */
export const PublicHeader = withReader(function PublicHeader(props: Props) {
  const { productName, here, theme, home, signIn, hasIconSheet } = props;
  const header = (
    <header className="header">
      <Logo name={productName} href={home} />
      <span className="spacer" />
      <ThemeSwitch rendered={theme} here={here} />
      <LanguageMenu here={here} />
      {signIn && (
        <Button href={signIn.href} variant="plain">
          {signIn.label}
        </Button>
      )}
    </header>
  );
  return hasIconSheet ? <IconFile value="">{header}</IconFile> : header;
});

type OfflineProps = Pick<Props, 'productName' | 'home'>;

/** The offline page contains its icons and can't reach the server. */
export const OfflineHeader = withReader(function OfflineHeader({ productName, home }: OfflineProps) {
  return (
    <IconFile value="">
      <header className="header">
        <Logo name={productName} href={home} />
      </header>
    </IconFile>
  );
});

import { useEffect } from 'react';
import { registerServiceWorker } from '#client/offline/register-service-worker.ts';
import { path } from '#domain/paths.ts';
import type { Theme } from '#domain/theme.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { LanguageMenu, Logo, ThemeSwitch } from './header-parts.tsx';
import { Toaster } from './toaster.tsx';

type Props = {
  productName: string;
  here: string;
  theme: Theme;
  keepForm: string | undefined;
};

export const GuestBar = withReader(function GuestBar({ productName, here, theme, keepForm }: Props) {
  const { t, language } = useReader();
  useEffect(registerServiceWorker, []);
  return (
    <>
      <header className="row between">
        <Logo name={productName} href={path(language, 'signIn')} />
        <div className="row">
          <ThemeSwitch rendered={theme} here={here} />
          <LanguageMenu here={here} keepForm={keepForm} />
        </div>
      </header>
      <Toaster close={t('common:close')} />
    </>
  );
});

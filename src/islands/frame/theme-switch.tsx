import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect } from 'react';
import { path } from '#domain/paths.ts';
import type { Theme } from '#domain/theme.ts';
import { $theme, chooseTheme, followTheme } from '#stores/theme.ts';
import { Icon } from '#components/ui/icon.tsx';
import type { GuestReader } from './reader.ts';

/** Without a script the same form asks the server for the other theme. */
export function ThemeSwitch({ drawn, reader }: { drawn: Theme; reader: GuestReader }) {
  const { t, language, here } = reader;
  const theme = useStore($theme, { ssr: 'initial' }) ?? drawn;
  const other = theme === 'dark' ? 'light' : 'dark';
  useEffect(followTheme, []);
  const change = (event: SubmitEvent) => {
    event.preventDefault();
    chooseTheme(other);
  };
  return (
    <form method="post" action={path(language, 'theme')} onSubmit={change}>
      <input type="hidden" name="theme" value={other} />
      <input type="hidden" name="back" value={here} />
      <button
        className="switch"
        role="switch"
        aria-checked={theme === 'dark'}
        aria-label={t('common:frame.dark_theme')}
      >
        <i>
          <Icon name="moon" className="moon" />
          <Icon name="sun" className="sun" />
        </i>
      </button>
    </form>
  );
}

import { readTheme, type Theme } from '#domain/theme.ts';

const YEAR_SECONDS = 31_536_000;

/** The theme changes at once; without a script the same form asks the server for it. */
export function watchTheme(): void {
  document.addEventListener('submit', (event) => {
    if (!(event.target as Element).matches(SWITCH)) return;
    event.preventDefault();
    const theme = root.dataset['theme'] === 'dark' ? 'light' : 'dark';
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    document.cookie = `theme=${theme}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax${secure}`;
    show(theme);
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) show(readTheme(/\btheme=(\w+)/.exec(document.cookie)?.[1]));
  });
}

const root = document.documentElement;
const SWITCH = '[data-theme-switch]';

function show(theme: Theme): void {
  root.dataset['theme'] = theme;
  const ground = getComputedStyle(root).getPropertyValue('--bg').trim();
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', ground);
  for (const form of document.querySelectorAll(SWITCH)) {
    form.querySelector('[role=switch]')?.setAttribute('aria-checked', String(theme === 'dark'));
    form.querySelector('[name=theme]')?.setAttribute('value', theme === 'dark' ? 'light' : 'dark');
  }
}

import { atom } from 'nanostores';
import { readTheme, type Theme } from '#domain/theme.ts';

const YEAR_SECONDS = 31_536_000;

/** Chosen on this page; undefined while it is the rendered one. */
export const $theme = atom<Theme | undefined>();

export function chooseTheme(theme: Theme): void {
  const name = cookieName();
  const secure = location.protocol === 'https:' || name.startsWith('__') ? '; Secure' : '';
  document.cookie = `${name}=${theme}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax${secure}`;
  show(theme);
}

/** Pages from the back/forward cache show a theme chosen since. Returns an unsubscribe function. */
export function followTheme(): () => void {
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted) show(readTheme(chosenTheme()));
  };
  addEventListener('pageshow', comeBack);
  return () => removeEventListener('pageshow', comeBack);
}

function chosenTheme(): string | undefined {
  const start = `${cookieName()}=`;
  const cookie = document.cookie.split('; ').find((one) => one.startsWith(start));
  return cookie?.slice(start.length);
}

/** The page sets it if the cookie has a prefix. */
function cookieName(): string {
  return document.documentElement.dataset['themeCookie'] ?? 'theme';
}

function show(theme: Theme): void {
  const root = document.documentElement;
  root.dataset['theme'] = theme;
  const ground = getComputedStyle(root).getPropertyValue('--bg').trim();
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', ground);
  $theme.set(theme);
}

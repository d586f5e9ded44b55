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

/** Missing in older browsers and in TypeScript's types. */
const { cookieStore } = globalThis as { cookieStore?: EventTarget };

/** Shows a theme chosen in another tab, or before the page came back. Returns an unsubscribe function. */
export function followTheme(): () => void {
  const follow = () => {
    const theme = readTheme(chosenTheme());
    if (theme !== document.documentElement.dataset['theme']) show(theme);
  };
  const abort = new AbortController();
  for (const name of ['pageshow', 'visibilitychange']) addEventListener(name, follow, abort);
  cookieStore?.addEventListener('change', follow, abort);
  follow();
  return () => abort.abort();
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

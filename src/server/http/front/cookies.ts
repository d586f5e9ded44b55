import { parse } from 'hono/utils/cookie';
import type { CookieName, Cookies } from '#contracts/page-context.ts';
import { CONSOLE_ROOT } from '#domain/console-paths.ts';
import { STAFF_SESSION_SECONDS } from '#domain/staff.ts';
import {
  ACCESS_SECONDS,
  CORRECTABLE_SECONDS,
  PENDING_SIGN_IN_SECONDS,
  REFRESH_SECONDS,
} from '#server/members/auth/index.ts';
import type { Config } from '#server/base/config.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const WEEK_SECONDS = 7 * 24 * 60 * 60;
const LOGIN_SECONDS = 10 * 60;

type Attributes = {
  maxAge: number;
  httpOnly: boolean;
  path?: string;
  sameSite?: 'Strict';
  /** Set only if a person sees the response, so never for a prefetch, a prerender or HEAD. */
  isChoice?: true;
};

/** Scripts may access `theme` only. Console cookies are limited to console paths and same-site requests. */
const COOKIES: Record<CookieName, Attributes> = {
  access_token: { maxAge: ACCESS_SECONDS, httpOnly: true },
  refresh_token: { maxAge: REFRESH_SECONDS, httpOnly: true },
  lang: { maxAge: YEAR_SECONDS, httpOnly: true, isChoice: true },
  theme: { maxAge: YEAR_SECONDS, httpOnly: false, isChoice: true },
  ref: { maxAge: WEEK_SECONDS, httpOnly: true, isChoice: true },
  device: { maxAge: YEAR_SECONDS, httpOnly: true },
  sign_in: { maxAge: PENDING_SIGN_IN_SECONDS, httpOnly: true },
  sign_up: { maxAge: CORRECTABLE_SECONDS, httpOnly: true },
  login: { maxAge: LOGIN_SECONDS, httpOnly: true },
  styles: { maxAge: YEAR_SECONDS, httpOnly: true },
  staff_device: { maxAge: YEAR_SECONDS, httpOnly: true, path: CONSOLE_ROOT, sameSite: 'Strict' },
  staff_session: { maxAge: STAFF_SESSION_SECONDS, httpOnly: true, path: CONSOLE_ROOT, sameSite: 'Strict' },
};

export type CookieStyle = Pick<Config, 'publicOrigin' | 'hasCookiePrefix'>;

export type CookieJar = Cookies & { writeTo(headers: Headers): void };

export function cookieJar(header: string | undefined, style: CookieStyle, isLookedAhead = false): CookieJar {
  const readCookie = readCookies(header, style);
  const changed = new Map<CookieName, string | undefined>();
  return {
    get: (name) => (changed.has(name) ? changed.get(name) : readCookie(name)),
    came: (name) => Boolean(readCookie(name)),
    set(name, value) {
      if (isLookedAhead && COOKIES[name].isChoice) return;
      changed.set(name, value);
    },
    writeTo(headers) {
      for (const [name, value] of changed) headers.append('set-cookie', setCookie(name, value, style));
    },
  };
}

/** Ignores cookies without the prefix if we set them with one. */
export function readCookies(header: string | undefined, style: CookieStyle): (name: CookieName) => string | undefined {
  const values: Record<string, string> = header ? parse(header) : {};
  return (name) => values[nameInBrowser(name, style)] || undefined;
}

/** Other hosts of the domain can't set prefixed cookies (RFC 6265bis, 4.1.3). `__Host-` requires the path `/`. */
export function nameInBrowser(name: CookieName, { hasCookiePrefix }: Pick<CookieStyle, 'hasCookiePrefix'>): string {
  if (!hasCookiePrefix) return name;
  return COOKIES[name].path ? `__Secure-${name}` : `__Host-${name}`;
}

function setCookie(name: CookieName, value: string | undefined, style: CookieStyle): string {
  const { maxAge, httpOnly, path = '/', sameSite = 'Lax' } = COOKIES[name];
  return [
    `${nameInBrowser(name, style)}=${encodeURIComponent(value ?? '')}`,
    `Path=${path}`,
    `Max-Age=${value === undefined ? 0 : maxAge}`,
    `SameSite=${sameSite}`,
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(isSecure(style) ? ['Secure'] : []),
  ].join('; ');
}

function isSecure({ publicOrigin }: CookieStyle): boolean {
  return publicOrigin.startsWith('https:');
}

import type { Language, SiteLanguages } from '#domain/languages.ts';
import type { Theme } from '#domain/theme.ts';
import type { WeekStart } from '#domain/week-start.ts';
import type { PageCall } from './call.ts';

export type CookieName =
  | 'access_token'
  | 'refresh_token'
  | 'lang'
  | 'theme'
  | 'ref'
  | 'device'
  | 'sign_in'
  | 'sign_up'
  | 'login'
  | 'styles'
  | 'staff_session'
  | 'staff_device';

export type Cookies = {
  get(name: CookieName): string | undefined;
  /** Whether the request had it, even if it was removed since. */
  came(name: CookieName): boolean;
  /** Undefined removes the cookie. */
  set(name: CookieName, value: string | undefined): void;
};

export type PageContext = {
  requestId: string;
  path: string;
  isConsoleOpen: boolean;
  /** Prefetch, prerender or HEAD: no person sees it yet, so choices are not saved in cookies. */
  isLookedAhead: boolean;
  cookies: Cookies;
  now: Date;
  createApiClient(language: Language): ApiClient;
  site: Site;
  /** Further calls are for this account, and refused if another is signed in. */
  actFor(owner: string): void;
  /** Caches the page for all guests for a few seconds. `viewOf`: code whose views are counted, on cache hits too. */
  publish(page: Published): void;
  report(error: unknown): void;
};

export type Published = { viewOf?: string };

type ApiClient = {
  call: PageCall;
  openSession(tokens: { access: string; refresh: string; device?: string }): void;
  closeSession(): Promise<void>;
  openStaffSession(opened: { token: string; device: string }): void;
  closeStaffSession(): void;
};

export type Site = {
  productName: string;
  /** Scheme and host, without a trailing slash. */
  origin: string;
  timeZone: string;
  hasMailbox: boolean;
  themeCookie: string;
  support: { chatUrl: string | undefined; email: string | undefined };
  languages: SiteLanguages;
  /** For members who have not chosen. */
  weekStart: WeekStart;
  company: { name: string } | undefined;
  /** Addresses that the operator says hold members’ money. */
  reserves: readonly Reserve[];
  /** Undefined: the product’s own. */
  brand: SiteBrand | undefined;
};

export type Reserve = { name: string; address: string };

export type SiteBrand = {
  version: string;
  /** Address of the picture. */
  logo: string;
  /** Custom properties of both themes. */
  style: string;
  ground: Record<Theme, string>;
  /** In place of texts, by their keys. */
  labels: Record<Language, Record<string, string>>;
  /** Folder of the islands’ texts with these labels. */
  texts: string | undefined;
};

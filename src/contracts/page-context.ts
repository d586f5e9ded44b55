import type { Language } from '#domain/languages.ts';
import type { PageCall } from './call.ts';

/** Every cookie there is. */
export type CookieName =
  | 'access_token'
  | 'refresh_token'
  | 'lang'
  | 'theme'
  | 'ref'
  | 'device'
  | 'sign_in'
  | 'styles'
  | 'staff_session'
  | 'staff_device';

/** What came in a request; what is set here goes out with its answer. */
export type Cookies = {
  get(name: CookieName): string | undefined;
  /** Whether it came, whatever has become of it since. */
  came(name: CookieName): boolean;
  /** Takes a cookie away when there is no value. */
  set(name: CookieName, value: string | undefined): void;
};

/** What our http server hands to the pages with each request: their only way to Atrium. */
export type PageContext = {
  requestId: string;
  /** Plain, as all of the server reads it. */
  path: string;
  /** Whether pages of the console may be shown on this connection. */
  isConsoleOpen: boolean;
  /** Whether no person sees the answer yet; then choices are not kept in cookies. */
  isLookedAhead: boolean;
  cookies: Cookies;
  /** When it began, by the injected clock. */
  now: Date;
  /** The calls of a page for a reader of this language. */
  createApiClient(language: Language): ApiClient;
  site: Site;
  /** Names whose form was sent: from then on every call is for that account, and refused where another is signed in. */
  actFor(owner: string): void;
  /**
   * Says that every guest gets this same page at this address, in their theme: it may be given again for some seconds.
   * `viewOf` is the code whose partner page it is; each time it is given counts as a view.
   */
  publish(page: Published): void;
  /** Writes what went wrong while a page was rendered into the server's log. */
  report(error: unknown): void;
};

export type Published = { viewOf?: string };

type ApiClient = {
  call: PageCall;
  /** Puts a fresh pair of tokens into the visitor's cookies, and what their browser is called from now on. */
  openSession(tokens: { access: string; refresh: string; device?: string }): void;
  /** Tells the server that the session is over and takes its cookies away. */
  closeSession(): Promise<void>;
  /** Puts a session at the console, and the token by which the browser is known, into the cookies. */
  openStaffSession(opened: { token: string; device: string }): void;
  closeStaffSession(): void;
};

export type Site = {
  productName: string;
  /** Scheme and host of every link that leaves the page, without a slash at its end. */
  origin: string;
  timeZone: string;
  /** Set while e-mails go to the demo's mailbox instead of an SMTP server. */
  hasMailbox: boolean;
  /** What the cookie of the theme is called, which a script writes too. */
  themeCookie: string;
  /** Other ways to reach support, where there are any. */
  support: { chatUrl: string | undefined; email: string | undefined };
};

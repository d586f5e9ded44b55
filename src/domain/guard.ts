import { readRef } from './identity.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from './languages.ts';
import { PAGES, pageAt, path, type PageName } from './paths.ts';
import { readReturnAddress, signInAddress } from './return-address.ts';

export type Look = {
  /** The path cut at its slashes, each part decoded, empty parts left out. */
  segments: readonly string[];
  /** With its question mark, or empty. */
  search: string;
  languageCookie: string | undefined;
  /** Whether an access or a refresh token came along; whether it is any good is for the data to say. */
  hasSession: boolean;
  /** A form is sent. What is in it can only be kept by its page, which finds out that there is no session. */
  isPost: boolean;
  /** Path and query of the page of ours whose link was followed, if one was. */
  cameFrom: string | undefined;
};

export type Decision =
  | { kind: 'show'; page: PageName; language: Language }
  | { kind: 'redirect'; to: string; language: Language }
  | { kind: 'missing'; language: Language };

/** Where a request for a page leads: language first, then who may look. It decides in one step, never in a chain. */
export function decide(look: Look): Decision {
  const { segments, search, languageCookie, hasSession } = look;
  const first = segments[0];
  const remembered = isLanguage(languageCookie) ? languageCookie : DEFAULT_LANGUAGE;
  const language = isLanguage(first) ? first : remembered;
  const rest = isLanguage(first) ? segments.slice(1) : withoutWrongLanguage(segments);
  const home = path(language, hasSession ? 'profile' : 'signIn');
  const redirect = (to: string): Decision => ({ kind: 'redirect', to, language });

  const page = pageAt(rest);
  if (!page) return looksLikeFile(rest) ? { kind: 'missing', language } : redirect(home);
  if (page === 'dashboard') return redirect(home);
  const address = `/${[language, ...rest.map(encodeURIComponent)].join('/')}${search}`;
  const { audience } = PAGES[page];
  if (audience === 'member' && !hasSession && !look.isPost) return redirect(signInFor(address, language, look));
  if (audience === 'guest' && hasSession && !isPreview(page, search)) {
    return redirect(readReturnAddress(new URLSearchParams(search).get('return_to'), language) ?? home);
  }
  if (page === 'refLink') return redirect(path(language, 'signUp', { ref: readRef(rest.at(-1)) }));
  return isLanguage(first) ? { kind: 'show', page, language } : redirect(address);
}

/**
 * Browsers forget a session that is over, so nothing came along; but whoever follows a link of a member's page had one.
 * A file is nothing to come back to: the page that has its link is.
 */
function signInFor(address: string, language: Language, { cameFrom }: Look): string {
  const before = readReturnAddress(cameFrom, language);
  const returnTo = readReturnAddress(address, language) ?? before;
  return signInAddress(language, { returnTo, isEnded: before !== undefined });
}

/** Members are led from partner pages to their profile, but may look at their own as guests see it. */
function isPreview(page: PageName, search: string): boolean {
  return page === 'partner' && new URLSearchParams(search).has('preview');
}

function withoutWrongLanguage(segments: readonly string[]): readonly string[] {
  const shorter = segments.slice(1);
  return !pageAt(segments) && pageAt(shorter) ? shorter : segments;
}

function looksLikeFile(segments: readonly string[]): boolean {
  return segments.at(-1)?.includes('.') ?? false;
}

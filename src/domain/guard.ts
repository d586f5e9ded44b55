import { readRef } from './identity.ts';
import { ALL_LANGUAGES, type Language, offeredLanguage, type SiteLanguages } from './languages.ts';
import { PAGES, pageAt, path, type PageName } from './paths.ts';
import { readReturnAddress, signInAddress } from './return-address.ts';

export type GuardInput = {
  segments: readonly string[];
  search: string;
  languageCookie: string | undefined;
  languages?: SiteLanguages;
  /** An access or refresh token was sent; it may be invalid. */
  hasSession: boolean;
  /** A posted form reaches its page without a session, because only the page can keep the values. */
  isPost: boolean;
  /** Path and query of the referring page on this host. */
  cameFrom: string | undefined;
};

export type Decision =
  | { kind: 'show'; page: PageName; language: Language }
  | { kind: 'redirect'; to: string; language: Language }
  | { kind: 'missing'; language: Language };

/** Language first, then access. Gives the final address, so redirects never chain. */
export function decide(input: GuardInput): Decision {
  const { segments, search, languageCookie, languages = ALL_LANGUAGES, hasSession } = input;
  const [first] = segments;
  const isOffered = languages.offered.some((one) => one === first);
  const language = offeredLanguage(languages, isOffered ? first : languageCookie);
  const rest = isOffered ? segments.slice(1) : withoutWrongLanguage(segments);
  const home = path(language, hasSession ? 'profile' : 'signIn');
  const redirect = (to: string): Decision => ({ kind: 'redirect', to, language });

  const page = pageAt(rest);
  if (!page && looksLikeFile(rest)) return { kind: 'missing', language };
  if (!page) return redirect(hasSession && rest.length > 0 ? path(language, 'profile', { done: 'no-page' }) : home);
  if (page === 'dashboard') return redirect(home);
  const address = `/${[language, ...rest.map(encodeURIComponent)].join('/')}${search}`;
  const { audience } = PAGES[page];
  if (audience === 'member' && !hasSession && !input.isPost) return redirect(signInFor(address, language, input));
  // The partner page itself tells its owner from other members.
  if (audience === 'guest' && hasSession && page !== 'partner') {
    return redirect(readReturnAddress(new URLSearchParams(search).get('return_to'), language) ?? home);
  }
  if (page === 'refLink') return redirect(path(language, 'signUp', { ref: readRef(rest.at(-1)) }));
  return isOffered ? { kind: 'show', page, language } : redirect(address);
}

/** A referring member page shows that a session has ended, and replaces a file as the return address. */
function signInFor(address: string, language: Language, { cameFrom }: GuardInput): string {
  const before = readReturnAddress(cameFrom, language);
  const returnTo = readReturnAddress(address, language) ?? before;
  return signInAddress(language, { returnTo, isEnded: before !== undefined });
}

function withoutWrongLanguage(segments: readonly string[]): readonly string[] {
  const shorter = segments.slice(1);
  return !pageAt(segments) && pageAt(shorter) ? shorter : segments;
}

function looksLikeFile(segments: readonly string[]): boolean {
  return segments.at(-1)?.includes('.') ?? false;
}

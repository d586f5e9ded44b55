import { isLanguage, type Language } from './languages.ts';
import { pageAt, PAGES, path } from './paths.ts';

/** Request lines of twice this length pass all common proxies. */
const RETURN_ADDRESS_MAX = 7_000;

const WRITTEN = /^\/[\x21-\x5B\x5D-\x7E]*$/;

/** Accepts member pages only, no files, and rebuilds the address: it may come from a stranger's link. */
export function readReturnAddress(input: string | null | undefined, language: Language): string | undefined {
  const [address = ''] = input?.split('#') ?? [];
  if (!WRITTEN.test(address)) return undefined;
  const [pathname = '', ...query] = address.split('?');
  const [first, ...segments] = decodeSegments(pathname) ?? [];
  const page = pageAt(segments);
  if (!isLanguage(first) || !page || page === 'dashboard') return undefined;
  const { audience, pattern } = PAGES[page];
  if (audience !== 'member' || pattern.includes('.')) return undefined;
  const search = withoutDone(query.join('?'));
  const plain = `/${[language, ...segments.map(encodeURIComponent)].join('/')}`;
  const whole = search ? `${plain}?${search}` : plain;
  return whole.length <= RETURN_ADDRESS_MAX ? whole : plain;
}

export type ReturnTo = { returnTo: string | undefined; isEnded: boolean };

export function signInAddress(language: Language, { returnTo, isEnded }: ReturnTo): string {
  return path(language, 'signIn', { ended: isEnded ? 'yes' : undefined, return_to: returnTo });
}

function decodeSegments(pathname: string): string[] | undefined {
  try {
    const segments = pathname.split('/').filter(Boolean).map(decodeURIComponent);
    return segments.some((segment) => segment === '.' || segment === '..') ? undefined : segments;
  } catch {
    return undefined;
  }
}

/** A success message is shown once (docs/design/forms.md). */
function withoutDone(query: string): string {
  const words = new URLSearchParams(query);
  if (!words.has('done')) return query;
  words.delete('done');
  return words.toString();
}

/** Of an own address. */
export function withDone(address: string, word: string): string {
  const [whole = ''] = address.split('#');
  const [pathname = '', query = ''] = whole.split('?');
  const words = new URLSearchParams(query);
  words.set('done', word);
  return `${pathname}?${words}`;
}

/** Without the success message; two leading slashes would mean another host. */
export function currentAddress(url: URL): string {
  const query = new URLSearchParams(url.search);
  query.delete('done');
  const search = query.toString();
  const pathname = url.pathname.replace(/^\/+/, '/');
  return pathname + (search && `?${search}`);
}

export function inLanguage(address: string, language: Language): string {
  return address.replace(/^\/[^/?]*/, `/${language}`);
}

/** Path and query; undefined if the address could lead to another host. */
export function samePath(address: string): string | undefined {
  const origin = 'http://here.invalid';
  const url = URL.canParse(address, origin) ? new URL(address, origin) : undefined;
  const isHere = address.startsWith('/') && url?.origin === origin && !url.pathname.startsWith('//');
  return isHere ? url.pathname + url.search : undefined;
}

import type { Language } from './languages.ts';

/** The address of this page without what is said only once; two slashes in front would lead to another host. */
export function here(url: URL): string {
  const query = new URLSearchParams(url.search);
  query.delete('done');
  const search = query.toString();
  const pathname = url.pathname.replace(/^\/+/, '/');
  return pathname + (search && `?${search}`);
}

/** The same address in another language. */
export function inLanguage(address: string, language: Language): string {
  return address.replace(/^\/[^/?]*/, `/${language}`);
}

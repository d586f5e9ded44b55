import { vi } from 'vitest';

/** What a script finds of the page it runs on. Gives back where it sends the visitor. */
export function openPageAt(pathname: string, lang = 'en') {
  const assign = vi.fn();
  vi.stubGlobal('location', { pathname, search: '', assign });
  vi.stubGlobal('document', { documentElement: { lang, dataset: {} }, querySelector: () => null });
  return assign;
}

/** Has every request answered the same. */
export function answerWith(status: number, body: unknown, headers: Record<string, string> = {}) {
  const fetched = vi.fn((_address: RequestInfo | URL, _request: RequestInit) =>
    Promise.resolve(Response.json(body, { status, headers })),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

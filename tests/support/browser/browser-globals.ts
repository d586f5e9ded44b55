import { vi } from 'vitest';

/** Stubs the page's globals. Returns the mock of `location.assign`. */
export function openPageAt(pathname: string, lang = 'en') {
  const assign = vi.fn();
  vi.stubGlobal('location', { pathname, search: '', assign });
  vi.stubGlobal('document', { documentElement: { lang, dataset: {} }, querySelector: () => null });
  return assign;
}

/** Gives every `fetch` the same response. */
export function answerWith(status: number, body: unknown, headers: Record<string, string> = {}) {
  const fetched = vi.fn((_address: RequestInfo | URL, _request: RequestInit) =>
    Promise.resolve(Response.json(body, { status, headers })),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

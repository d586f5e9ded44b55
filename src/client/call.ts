import { ofetch } from 'ofetch';
import { toResult, toWire, type Call } from '#contracts/call.ts';
import { isLanguage, DEFAULT_LANGUAGE } from '#domain/languages.ts';
import { pageAt, PAGES, path } from '#domain/paths.ts';

const LIMIT_MS = 20_000;

/** The browser's door to the server: cookies go along, and the server refreshes them where it has to. */
export const call: Call = async (contract, input, options) => {
  const wire = toWire(contract, input ?? {}, document.documentElement.lang, options);
  try {
    const { path: address, ...request } = wire;
    const answer = await ofetch.raw(address, {
      ...request,
      credentials: 'same-origin',
      ignoreResponseError: true,
      retry: 0,
      timeout: LIMIT_MS,
    });
    if (answer.status === 401 && contract.caller === 'member') endSession();
    return toResult(answer.status, answer.headers.get('retry-after'), answer._data);
  } catch (broken) {
    console.error(`${wire.method} ${wire.path} did not come through`, broken);
    return undefined;
  }
};

const listeners = new Set<() => void>();

/** Tells whoever keeps something of the member that the session is over. Gives back how to stop listening. */
export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function endSession(): void {
  for (const listener of listeners) listener();
  const [first, ...rest] = location.pathname.split('/').filter(Boolean);
  const page = pageAt(rest);
  if (page && PAGES[page].audience === 'guest') return;
  location.assign(path(isLanguage(first) ? first : DEFAULT_LANGUAGE, 'signIn'));
}

import { bringWholeSheet } from './whole-sheet.ts';

const LIMIT_MS = 20_000;

/** The part, or why there is none: another page answered, such as sign-in, or the line broke. */
type Fetched = HTMLElement | 'elsewhere' | 'broken';

/**
 * A part of a page, by its id, as the page draws it for an address. An XMLHttpRequest reads HTML into a document by
 * itself: no string becomes markup here, so Trusted Types has nothing to let through. What is aborted never answers.
 */
export async function fetchPart(id: string, address: URL, signal?: AbortSignal): Promise<Fetched> {
  const [part] = await Promise.all([requestPart(id, address, signal), bringWholeSheet()]);
  return part;
}

function requestPart(id: string, address: URL, signal?: AbortSignal): Promise<Fetched> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const fail = () => {
      console.error(`GET ${address.href} did not come through (${request.status})`);
      resolve('broken');
    };
    request.onload = () => {
      if (request.status >= 500 || request.status === 429) fail();
      else resolve((request.response as Document | null)?.getElementById(id) ?? 'elsewhere');
    };
    request.onerror = fail;
    request.ontimeout = fail;
    signal?.addEventListener('abort', () => request.abort());
    request.open('GET', address);
    request.responseType = 'document';
    request.timeout = LIMIT_MS;
    request.setRequestHeader('x-part', id);
    request.send();
  });
}

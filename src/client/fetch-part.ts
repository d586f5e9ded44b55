import { askForPart } from './ask-for-part.ts';
import { bringWholeSheet } from './whole-sheet.ts';

/** The part, or why there is none: another page answered, such as sign-in, or the line broke. */
type Fetched = HTMLElement | 'elsewhere' | 'broken';

/** A part of a page, once it may be shown; `request` if it has been asked for already. What is aborted never answers. */
export async function fetchPart(
  id: string,
  address: URL,
  signal?: AbortSignal,
  request = askForPart(id, address),
): Promise<Fetched> {
  signal?.addEventListener('abort', () => request.abort());
  const [part] = await Promise.all([answerOf(request, id, address), bringWholeSheet()]);
  return part;
}

function answerOf(request: XMLHttpRequest, id: string, address: URL): Promise<Fetched> {
  return new Promise((resolve) => {
    const fail = () => {
      console.error(`GET ${address.href} did not come through (${request.status})`);
      resolve('broken');
    };
    const answer = () => {
      if (request.status === 0 || request.status >= 500 || request.status === 429) fail();
      else resolve((request.response as Document | null)?.getElementById(id) ?? 'elsewhere');
    };
    request.onload = answer;
    request.onerror = fail;
    request.ontimeout = fail;
    if (request.readyState === XMLHttpRequest.DONE) answer();
  });
}

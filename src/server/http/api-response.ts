import type { Answer } from './transport.ts';

/** What the API has answered, as the visitor gets it. */
export function answerOf({ status, headers, text, stream }: Answer): Response {
  const carried = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) carried.delete(name);
  return new Response(stream ?? text, { status, headers: carried });
}

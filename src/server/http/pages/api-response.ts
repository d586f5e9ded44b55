import type { Answer } from '#server/http/calls/transport.ts';

/** All headers that our API sends. A server at `API_URL` must not set cookies or policies here. */
const CARRIED = [
  'allow',
  'cache-control',
  'content-disposition',
  'content-language',
  'content-type',
  'etag',
  'retry-after',
];

export function answerOf({ status, headers, text, stream }: Answer): Response {
  const carried = new Headers();
  for (const name of CARRIED) {
    const value = headers.get(name);
    if (value !== null) carried.set(name, value);
  }
  // Proxies would buffer events.
  if (headers.get('content-type')?.startsWith('text/event-stream')) carried.set('x-accel-buffering', 'no');
  return new Response(stream ?? text, { status, headers: carried });
}

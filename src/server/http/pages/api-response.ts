import type { Answer } from '#server/http/calls/transport.ts';

/** All headers that our API sends. A server at `API_URL` must not set cookies or policies here. */
const FORWARDED = [
  'allow',
  'cache-control',
  'content-disposition',
  'content-language',
  'content-type',
  'etag',
  'retry-after',
];

export function answerOf({ status, headers, text, stream }: Answer): Response {
  const forwarded = new Headers();
  for (const name of FORWARDED) {
    const value = headers.get(name);
    if (value !== null) forwarded.set(name, value);
  }
  // Proxies would buffer events.
  if (headers.get('content-type')?.startsWith('text/event-stream')) forwarded.set('x-accel-buffering', 'no');
  return new Response(stream ?? text, { status, headers: forwarded });
}

import type { Answer } from '#server/http/calls/transport.ts';

/** All that our API sends. With `API_URL` something else may answer, and its cookies and permissions are not ours. */
const CARRIED = [
  'allow',
  'cache-control',
  'content-disposition',
  'content-language',
  'content-type',
  'etag',
  'retry-after',
];

/** Turns the API's answer into the visitor's. */
export function answerOf({ status, headers, text, stream }: Answer): Response {
  const carried = new Headers();
  for (const name of CARRIED) {
    const value = headers.get(name);
    if (value !== null) carried.set(name, value);
  }
  // A proxy would gather events before it passes them on.
  if (headers.get('content-type')?.startsWith('text/event-stream')) carried.set('x-accel-buffering', 'no');
  return new Response(stream ?? text, { status, headers: carried });
}

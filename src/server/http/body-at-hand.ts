type Body = string | Buffer<ArrayBuffer>;

/** Stands on the response itself: what a WeakMap has for it would outlive it until all is collected (decision 0044). */
const BODY = Symbol('body');
type AtHand = Response & { [BODY]?: Body };

/** An answer whose body stays at hand for the next to read it in this process: out of a `Response` it comes as a stream. */
export function answerWith(body: Body, init: ResponseInit): Response {
  return Object.assign(new Response(body, init), { [BODY]: body });
}

/** What `answerWith` was given as text; nothing of any other response. */
export function textAtHand(response: AtHand): string | undefined {
  const body = response[BODY];
  return typeof body === 'string' ? body : undefined;
}

/** The whole body of any response. */
export async function bytesOf(response: AtHand): Promise<Buffer<ArrayBuffer>> {
  const body = response[BODY] ?? Buffer.from(await response.arrayBuffer());
  return typeof body === 'string' ? Buffer.from(body) : body;
}

type Body = string | Buffer<ArrayBuffer>;

const bodies = new WeakMap<Response, Body>();

/** An answer whose body stays at hand for the next to read it in this process: out of a `Response` it comes as a stream. */
export function answerWith(body: Body, init: ResponseInit): Response {
  const response = new Response(body, init);
  bodies.set(response, body);
  return response;
}

/** What `answerWith` was given as text; nothing of any other response. */
export function textAtHand(response: Response): string | undefined {
  const body = bodies.get(response);
  return typeof body === 'string' ? body : undefined;
}

/** The whole body of any response. */
export async function bytesOf(response: Response): Promise<Buffer<ArrayBuffer>> {
  const body = bodies.get(response) ?? Buffer.from(await response.arrayBuffer());
  return typeof body === 'string' ? Buffer.from(body) : body;
}

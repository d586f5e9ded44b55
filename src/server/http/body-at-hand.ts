const bodies = new WeakMap<Response, string | Uint8Array<ArrayBuffer>>();

/** An answer whose body stays at hand for the next to read it in this process: out of a `Response` it comes as a stream. */
export function answerWith(body: string | Uint8Array<ArrayBuffer>, init: ResponseInit): Response {
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
  const body = bodies.get(response) ?? (await response.arrayBuffer());
  if (typeof body === 'string') return Buffer.from(body);
  return body instanceof ArrayBuffer ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

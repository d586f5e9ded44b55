const texts = new WeakMap<Response, string>();

/**
 * An answer in JSON, whose text stays at hand for whoever reads it in this process: to get it back out of a `Response`
 * takes longer than to write it.
 */
export function jsonAnswer(body: unknown, status: number, headers: Record<string, string>): Response {
  const text = JSON.stringify(body);
  const response = new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } });
  texts.set(response, text);
  return response;
}

/** What `jsonAnswer` has written; nothing of any other response. */
export function textAtHand(response: Response): string | undefined {
  return texts.get(response);
}

import type { z } from 'zod';

export type JsonAnswer = { status: number; body: unknown } | { because: string };

type SignedRequest = { secret: string; body: unknown; limitMs: number; closing: AbortSignal };

/** Atrium aborted the request, so this tells nothing about the other server. */
export const CLOSING = 'Atrium is closing';

/** Above the largest response of the contract: a payment request with 100 payments. */
const MAX_BYTES = 128 * 1024;

export async function requestJson(url: string, { secret, body, limitMs, closing }: SignedRequest): Promise<JsonAnswer> {
  try {
    const answer = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        authorization: `Bearer ${secret}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(limitMs), closing]),
    });
    if (answer.status >= 300 && answer.status < 400) {
      await answer.body?.cancel();
      return { because: `a redirect (${answer.status})` };
    }
    const text = await readAtMost(answer);
    return text === undefined
      ? { because: `more than ${MAX_BYTES} bytes` }
      : { status: answer.status, body: JSON.parse(text) as unknown };
  } catch (error) {
    return { because: closing.aborted ? CLOSING : reasonOf(error) };
  }
}

export async function readAtMost({ body }: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the stream and its connection.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** `fetch` says only “fetch failed”; the cause has the code. */
export function reasonOf(error: unknown): string {
  // Its message quotes the response.
  if (error instanceof SyntaxError) return 'an answer that is no JSON';
  if (!(error instanceof Error)) return String(error);
  const code = error.cause instanceof Error && 'code' in error.cause ? ` (${String(error.cause.code)})` : '';
  return `${error.name}: ${error.message}${code}`.slice(0, 200);
}

export type NodeCall = (path: string, body?: unknown) => Promise<JsonAnswer>;

/** The order may have any state: the connection broke or the response was invalid. */
export type Unknown = { state: 'unknown'; because: string };

function unknown(because: string): Unknown {
  return { state: 'unknown', because };
}

/** `unknown` unless the response has status 200, matches the schema and is about this order. */
export function readAbout<Order extends object, Schema extends z.ZodType<Order>>(
  order: Order,
  answer: JsonAnswer,
  schema: Schema,
): z.output<Schema> | Unknown {
  if ('because' in answer) return unknown(answer.because);
  const body = bodyOf(answer, 200, schema);
  if (!body) return unknown(`an answer with status ${answer.status} that is not in the contract`);
  const isOurs = (Object.keys(order) as (keyof Order)[]).every((name) => body[name] === order[name]);
  return isOurs ? body : unknown('the answer is about another order');
}

export function bodyOf<Schema extends z.ZodType>(
  answer: JsonAnswer,
  status: number,
  schema: Schema,
): z.output<Schema> | undefined {
  return 'status' in answer && answer.status === status ? schema.safeParse(answer.body).data : undefined;
}

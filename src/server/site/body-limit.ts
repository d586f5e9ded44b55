import type { MiddlewareHandler } from 'hono';
import { acceptedLanguage } from '#domain/languages.ts';
import { refuse } from '#domain/refusals.ts';
import { answerRefusal } from '#server/http/answer-refusal.ts';
import type { FrontEnv } from './arrival.ts';

const MAX_BYTES = 64 * 1024;

/** Cut while it streams in, whatever its `Content-Length` says. */
export const limitBody: MiddlewareHandler<FrontEnv> = async (context, next) => {
  const { raw } = context.req;
  const announced = context.env.incoming.headers['content-length'];
  if (!raw.body || (announced !== undefined && Number(announced) <= MAX_BYTES)) return next();
  const body = announced === undefined ? await readAtMost(raw.body, MAX_BYTES) : undefined;
  if (!body) return answerRefusal(refuse('too_large'), acceptedLanguage(context.req.header('accept-language')));
  // Hono's own limit hands its request to the constructor, which takes Node's requests only.
  context.req.raw = new Request(raw.url, { method: raw.method, headers: raw.headers, body });
  return next();
};

async function readAtMost(
  stream: ReadableStream<Uint8Array>,
  limitBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.byteLength;
    if (bytes > limitBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

import type { Context, MiddlewareHandler } from 'hono';
import { acceptedLanguage } from '#domain/languages.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { answerRefusal } from '#server/http/answer-refusal.ts';
import type { FrontEnv } from './arrival.ts';
import { cutAt, inUploadTurn, uploadAt } from './uploads.ts';

const MAX_BYTES = 64 * 1024;

/** Cut while it streams in, whatever its `Content-Length` says. */
export const limitBody: MiddlewareHandler<FrontEnv> = async (context, next) => {
  const { raw } = context.req;
  const announced = context.env.incoming.headers['content-length'];
  if (!raw.body || (announced !== undefined && Number(announced) <= MAX_BYTES)) return next();
  if (uploadAt(context.req)) return limitUpload(context, next);
  const body = announced === undefined ? await readAtMost(raw.body, MAX_BYTES) : undefined;
  if (!body) return refused(context, refuse('too_large'));
  // Hono's own limit hands its request to the constructor, which takes Node's requests only.
  context.req.raw = new Request(raw.url, { method: raw.method, headers: raw.headers, body });
  return next();
};

/**
 * Not read here: whoever takes it asks first whether its sender may send it. A page is left to say itself that it was
 * announced as too large, and gets nothing of it.
 */
const limitUpload: MiddlewareHandler<FrontEnv> = async (context, next) => {
  const { raw } = context.req;
  const upload = uploadAt(context.req);
  const announced = context.env.incoming.headers['content-length'];
  const isTooLarge = Number(announced ?? 0) > (upload?.maxBytes ?? 0);
  if (!upload || (isTooLarge && upload.by === 'call')) return refused(context, refuse('photo_too_large'));
  const { method, headers } = raw;
  if (isTooLarge) context.req.raw = new Request(raw.url, { method, headers });
  else if (announced === undefined && raw.body) {
    const body = cutAt(raw.body, upload.maxBytes);
    context.req.raw = new Request(raw.url, { method, headers, body, duplex: 'half' } as RequestInit);
  }
  const turnedAway = await inUploadTurn(context.env.address, next);
  return turnedAway && refused(context, turnedAway);
};

function refused(context: Context<FrontEnv>, refusal: Refused): Response {
  return answerRefusal(refusal, acceptedLanguage(context.req.header('accept-language')));
}

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

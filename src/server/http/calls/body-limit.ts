import type { Context, MiddlewareHandler, Next } from 'hono';
import { refuse, type Refused } from '#domain/refusals.ts';
import { answerRefusal } from '#server/api/answer-refusal.ts';
import type { HttpEnv } from '#server/api/request-info.ts';
import { limitStream, limitUploads, drain, type Upload, uploadAt } from '#server/http/calls/uploads.ts';

const MAX_BYTES = 64 * 1024;

export const limitBody: MiddlewareHandler<HttpEnv> = async (context, next) => {
  const { 'content-length': announced, 'transfer-encoding': coding } = context.env.incoming.headers;
  if (coding === undefined && Number(announced ?? 0) <= MAX_BYTES) return next();
  const upload = uploadAt(context);
  if (upload) return limitUpload(context, next, upload);
  if (coding === undefined) return refused(context, refuse('too_large'));
  const { raw } = context.req;
  const body = raw.body && (await readAtMost(raw.body, MAX_BYTES));
  if (!body) return refused(context, refuse('too_large'));
  // Hono's `bodyLimit` passes its request to `new Request()`, which accepts Node's requests only.
  context.req.raw = new Request(raw.url, { method: raw.method, headers: raw.headers, body });
  return next();
};

/** Passes the body on unread: the handler first checks whether the sender may upload. */
async function limitUpload(
  context: Context<HttpEnv>,
  next: Next,
  { by, maxBytes, tooLarge }: Upload,
): Promise<Response | void> {
  const { raw } = context.req;
  const { method, headers } = raw;
  const announced = context.env.incoming.headers['content-length'];
  const isTooLarge = Number(announced ?? 0) > maxBytes;
  if (isTooLarge && by === 'call') return refused(context, refuse(tooLarge));
  if (isTooLarge) context.req.raw = new Request(raw.url, { method, headers });
  else if (announced === undefined && raw.body) {
    const init = { method, headers, body: limitStream(raw.body, maxBytes), duplex: 'half' } as RequestInit;
    context.req.raw = new Request(raw.url, init);
  }
  const turnedAway = await limitUploads(context.env.address, async () => {
    await next();
    // The page answers 413. Read the rest, or a browser that still sends shows a connection error.
    if (isTooLarge && context.res.status === 413) await drain(raw.body);
  });
  if (turnedAway) return refused(context, turnedAway);
}

function refused(context: Context<HttpEnv>, refusal: Refused): Response {
  return answerRefusal(refusal, context.env.language);
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

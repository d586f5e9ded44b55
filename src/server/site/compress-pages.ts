import { once } from 'node:events';
import { Duplex, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { answerWith, bytesOf } from '#server/http/body-at-hand.ts';
import type { FrontEnv } from './arrival.ts';

const ZIP = { level: 5 };

const SMALLEST_BYTES = 1024;
const COMPRESSIBLE = /^(text\/|application\/(json|manifest\+json|xml))/;
/** Comes a piece at a time and may be long: it is never whole here. */
const STREAMED = /^(text\/csv|application\/xml)/;
/** Quality 5 is 7 % smaller than 4 on our pages, and 6 hardly smaller than 5; with its style inside, a page gains by 6. */
const QUALITY = { forOne: 5, forMany: 6 };

/** Compresses what is drawn or written for one reader; files bring their own compressed copies. */
export const compressPages: MiddlewareHandler<FrontEnv> = async (context, next) => {
  await next();
  const { res } = context;
  const type = res.headers.get('content-type') ?? '';
  const isPart = res.headers.has('content-range');
  if (!COMPRESSIBLE.test(type) || isPart || res.headers.has('content-encoding')) return;
  const accepted = context.req.header('accept-encoding') ?? '';
  const quality = context.get('published') ? QUALITY.forMany : QUALITY.forOne;
  const answer = STREAMED.test(type) ? compressAsItComes(res, accepted) : await compressWhole(res, accepted, quality);
  context.res = undefined;
  context.res = answer;
};

async function compressWhole(answer: Response, accepted: string, quality: number): Promise<Response> {
  const plain = await bytesOf(answer);
  if (plain.length === 0) return answer;
  const encoding = plain.length >= SMALLEST_BYTES ? pickEncoding(accepted) : undefined;
  const body = encoding ? await compress(plain, encoding, quality) : plain;
  const { status, headers } = headOf(answer, encoding);
  headers.set('content-length', String(body.length));
  return answerWith(body, { status, headers });
}

/** Each piece is with the reader before the next is made; what breaks off does so for them too. */
function compressAsItComes(answer: Response, accepted: string): Response {
  const { body } = answer;
  if (!body || !isAccepted(accepted, 'gzip')) return new Response(body, headOf(answer));
  const compressor: unknown = Duplex.toWeb(createGzip({ ...ZIP, flush: constants.Z_SYNC_FLUSH }));
  return new Response(body.pipeThrough(compressor as Bytes), headOf(answer, 'gzip'));
}

type Bytes = ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>;

function headOf({ status, headers: plain }: Response, encoding?: string): { status: number; headers: Headers } {
  const headers = new Headers(plain);
  headers.delete('content-length');
  headers.append('vary', 'accept-encoding');
  if (encoding) headers.set('content-encoding', encoding);
  return { status, headers };
}

/** The best of what the browser reads and we write. */
export function pickEncoding(accepted: string): 'br' | 'gzip' | undefined {
  return isAccepted(accepted, 'br') ? 'br' : isAccepted(accepted, 'gzip') ? 'gzip' : undefined;
}

function isAccepted(accepted: string, encoding: string): boolean {
  const names = accepted.split(',').filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part));
  return names.some((part) => part.trim().split(';')[0] === encoding);
}

/** A page that is no longer than this needs no more to look back in. */
const WINDOW = { bits: 17, bytes: 128 * 1024 };

function compress(plain: Buffer, encoding: 'br' | 'gzip', quality: number): Promise<Buffer<ArrayBuffer>> {
  if (encoding === 'gzip') return sendThrough(createGzip(ZIP), plain);
  const window = plain.length <= WINDOW.bytes ? WINDOW.bits : constants.BROTLI_DEFAULT_WINDOW;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: window };
  return sendThrough(createBrotliCompress({ params }), plain);
}

/**
 * In another thread: the one that draws pages has no time for it. V8 keeps a compressor until everything is collected,
 * as it does what an addon may still use; so when it is done it holds nothing (decision 0044).
 */
async function sendThrough(compressor: Transform & { _outBuffer?: unknown }, plain: Buffer) {
  const parts: Buffer[] = [];
  compressor.on('data', (part: Buffer) => parts.push(part));
  compressor.end(plain);
  await once(compressor, 'end');
  const whole = Buffer.concat(parts);
  parts.length = 0;
  delete compressor._outBuffer;
  return whole;
}

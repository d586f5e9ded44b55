import { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createGzip, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from '#server/api/request-info.ts';

const ZIP = { level: 5 };

const SMALLEST_BYTES = 1024;
/** Excludes event streams: a compressor would delay events. */
const COMPRESSIBLE = /^(text\/(?!event-stream)|application\/(json|manifest\+json|xml))/;
const STREAMED = /^(text\/csv|application\/xml)/;
/** Above quality 7, 0.2 % less takes a fifth more time. */
const BROTLI = brotliOptions(7, 17);
/** Compressed once for many visitors. A larger window would take fifty times as long. */
const PUBLISHED_BROTLI = brotliOptions(9, 16);

function brotliOptions(quality: number, windowBits: number) {
  return {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
}

export const compressPages: MiddlewareHandler<HttpEnv> = async (context, next) => {
  await next();
  const { res } = context;
  const type = res.headers.get('content-type') ?? '';
  const isPart = res.headers.has('content-range');
  if (!COMPRESSIBLE.test(type) || isPart || res.headers.has('content-encoding')) return;
  const accepted = context.req.header('accept-encoding') ?? '';
  const answer = STREAMED.test(type)
    ? compressAsItComes(res, accepted)
    : await compressWhole(res, accepted, context.get('published') ? PUBLISHED_BROTLI : BROTLI);
  context.res = undefined;
  context.res = answer;
};

async function compressWhole(answer: Response, accepted: string, brotli: Brotli): Promise<Response> {
  const plain = Buffer.from(await answer.arrayBuffer());
  if (plain.length === 0) return answer;
  const encoding = plain.length >= SMALLEST_BYTES ? pickEncoding(accepted) : undefined;
  const body = encoding ? await compress(plain, encoding, brotli) : plain;
  const { status, headers } = headOf(answer, encoding);
  headers.set('content-length', String(body.length));
  return new Response(body, { status, headers });
}

/** Flushes after each chunk. An aborted source aborts the response. */
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

export function pickEncoding(accepted: string): 'br' | 'gzip' | undefined {
  return isAccepted(accepted, 'br') ? 'br' : isAccepted(accepted, 'gzip') ? 'gzip' : undefined;
}

function isAccepted(accepted: string, encoding: string): boolean {
  const names = accepted.split(',').filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part));
  return names.some((part) => part.trim().split(';')[0] === encoding);
}

type Brotli = ReturnType<typeof brotliOptions>;

function compress(plain: Buffer, encoding: 'br' | 'gzip', brotli: Brotli): Promise<Buffer<ArrayBuffer>> {
  if (encoding === 'gzip') return zipped(plain, ZIP);
  return brotlied(plain, { params: { ...brotli, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });
}

const zipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

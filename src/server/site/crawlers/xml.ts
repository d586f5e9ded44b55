import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Context } from 'hono';
import type { FrontEnv } from '../arrival.ts';

const CHUNK_CHARACTERS = 64_000;

/** Writes a document piece by piece, as fast as it is read: the largest is some 40 MB. */
export function answerXml(context: Context<FrontEnv>, pieces: Iterable<string>): Response {
  const isZipped = /\bgzip\b/.test(context.req.header('accept-encoding') ?? '');
  const plain = Readable.from(inChunks(pieces));
  const body = isZipped ? plain.compose(createGzip({ level: 5 })) : plain;
  return new Response(Readable.toWeb(body) as ReadableStream, {
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      vary: 'accept-encoding',
      ...(isZipped && { 'content-encoding': 'gzip' }),
    },
  });
}

/** Pieces of some tens of kilobytes: a write each for the small ones would cost more than their bytes. */
function* inChunks(pieces: Iterable<string>): Generator<Buffer> {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  if (chunk) yield Buffer.from(chunk);
}

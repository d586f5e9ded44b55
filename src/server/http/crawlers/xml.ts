import { Readable } from 'node:stream';

const CHUNK_CHARACTERS = 64_000;

/** Writes a document piece by piece, as fast as it is read: the largest is some 40 MB. */
export function answerXml(pieces: Iterable<string>, etag: string): Response {
  return new Response(Readable.toWeb(Readable.from(inChunks(pieces))) as ReadableStream, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600', etag },
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

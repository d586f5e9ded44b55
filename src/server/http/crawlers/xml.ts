import { Readable } from 'node:stream';

const CHUNK_CHARACTERS = 64_000;

export function answerXml(pieces: Iterable<string>, etag: string): Response {
  return new Response(Readable.toWeb(Readable.from(inChunks(pieces))) as ReadableStream, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600', etag },
  });
}

/** Chunks of about 64 kB: one write per small piece would cost more than its bytes. */
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

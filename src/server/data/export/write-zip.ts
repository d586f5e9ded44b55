import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export type ZipFile = {
  name: string;
  /** Pictures are packed already. */
  isPacked?: boolean;
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
};

/** A zip as its files are made: of each only the piece that is being packed is in memory. */
export async function* writeZip(files: AsyncIterable<ZipFile>, mtime: Date): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  const made: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    if (piece.length > 0) made.push(piece);
  });
  for await (const { name, isPacked, pieces } of files) {
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    zip.add(Object.assign(file, { mtime }));
    for await (const piece of pieces) {
      file.push(typeof piece === 'string' ? encoder.encode(piece) : piece);
      yield* made.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* made.splice(0);
  }
  zip.end();
  yield* made.splice(0);
}

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

// Runs once, after the build, so that no request has to compress: writes .br and .gz files where they are smaller.
const TEXT = new Set(['.js', '.css', '.svg', '.json', '.txt', '.html', '.webmanifest']);
const SMALLEST_BYTES = 500;

const [folder = join('dist', 'client')] = process.argv.slice(2);
const queue = await findTexts(folder);
await Promise.all(Array.from({ length: availableParallelism() }, compressFromQueue));

async function findTexts(within: string): Promise<string[]> {
  const entries = await readdir(within, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && TEXT.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function compressFromQueue(): Promise<void> {
  for (let path = queue.pop(); path; path = queue.pop()) await compress(path);
}

async function compress(path: string): Promise<void> {
  const text = await readFile(path);
  if (text.length <= SMALLEST_BYTES) return;
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } };
  const forms = { br: await promisify(brotliCompress)(text, brotli), gz: await promisify(gzip)(text, { level: 9 }) };
  for (const [ending, bytes] of Object.entries(forms)) {
    if (bytes.length < text.length) await writeFile(`${path}.${ending}`, bytes);
  }
}

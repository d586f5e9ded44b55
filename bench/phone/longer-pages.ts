import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';

/**
 * Loaded before our bundled server (`--import`): its team page has as many rows as the peers', which the product never
 * has. The bundler writes the number where the contract's name stood, in one of its files.
 */
const FOLDER = 'dist/app';
const DEFAULT = /(filter\.limit \?\? )\d+/;

const part = readdirSync(FOLDER).find(
  (file) => file.endsWith('.mjs') && DEFAULT.test(readFileSync(join(FOLDER, file), 'utf8')),
);
if (!part) throw new Error(`the length of a page is no longer set in ${FOLDER}`);

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith(`/${FOLDER}/${part}`)) return loaded;
    return { ...loaded, source: String(loaded.source).replace(DEFAULT, `$1${process.env['BENCH_TEAM_PAGE']}`) };
  },
});

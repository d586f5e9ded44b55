import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';

/**
 * Loaded before our bundled server (`--import`): its team page then has as many rows as the peers have. The bundler
 * inlines the constant, so this replaces the number in a bundled file.
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

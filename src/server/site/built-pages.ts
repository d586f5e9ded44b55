import { readFileSync } from 'node:fs';
import type { FrontParts } from './front.ts';
import type { FirstLook } from './first-look.ts';
import type { BuiltHashes } from './policy.ts';

const DIST = new URL('../../../dist/', import.meta.url);

/** Astro's build. It loads beside the database's start, so the first visitor finds it ready. */
export function builtPages(): Pick<FrontParts, 'render' | 'files'> {
  const built = import(new URL('server/entry.mjs', DIST).href);
  built.catch(() => {});
  return {
    render: async (request, visit, { address }) => (await built).render(request, { visit }, address),
    files: {
      root: './dist/client',
      firstLook: read<FirstLook>('server/first-look.json'),
      builtHashes: read<BuiltHashes>('server/policy.json'),
    },
  };
}

function read<Written>(file: string): Written {
  return JSON.parse(readFileSync(new URL(file, DIST), 'utf8')) as Written;
}

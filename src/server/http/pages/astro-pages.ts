import type { HandlerParts } from '../handler.ts';
import { readBuiltFiles } from '#server/http/front/static-files.ts';

const ENTRY = new URL('../../../../dist/server/entry.mjs', import.meta.url);

/** Astro's build. It loads beside the database's start, so the first visitor finds it ready. */
export function builtPages(): Pick<HandlerParts, 'render' | 'files'> {
  const built = import(ENTRY.href);
  built.catch(() => {});
  return {
    render: async (request, pageContext, { address }) => (await built).render(request, { pageContext }, address),
    files: readBuiltFiles('./dist/client'),
  };
}

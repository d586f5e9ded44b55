import { type BuiltFiles, readBuiltFiles } from '#server/http/front/static-files.ts';
import type { Render } from './page-route.ts';

const ENTRY = new URL('../../../../dist/server/entry.mjs', import.meta.url);

/** Astro's build. It loads beside the database's start, so the first visitor finds it ready. */
export function builtPages(): { render: Render; files: BuiltFiles | undefined } {
  const built = import(ENTRY.href);
  built.catch(() => {});
  return {
    render: async (request, pageContext, { address }) => (await built).render(request, { pageContext }, address),
    files: readBuiltFiles('./dist/client'),
  };
}

import { type BuiltFiles, readBuiltFiles } from '#server/http/front/static-files.ts';
import type { Render } from './page-route.ts';

const ENTRY = new URL('../../../../dist/server/entry.mjs', import.meta.url);

/** Starts loading Astro's build at once, so that the first request doesn't wait. */
export function builtPages(): { render: Render; files: BuiltFiles | undefined } {
  const built = import(ENTRY.href);
  built.catch(() => {});
  return {
    render: async (request, pageContext, { address }) => (await built).render(request, { pageContext }, address),
    files: readBuiltFiles('./dist/client'),
  };
}

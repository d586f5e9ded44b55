import type { HandlerParts } from './handler.ts';

const ENTRY = new URL('../../../dist/server/entry.mjs', import.meta.url);

/** Astro's build. It loads beside the database's start, so the first visitor finds it ready. */
export function builtPages(): Pick<HandlerParts, 'render' | 'files'> {
  const built = import(ENTRY.href);
  built.catch(() => {});
  return {
    render: async (request, pageContext, { address }) => (await built).render(request, { pageContext }, address),
    files: './dist/client',
  };
}

import type { Render } from './front.ts';

/** Astro's build. It loads beside the database's start, so the first visitor finds it ready. */
export function builtPages(): Render {
  const built = import(new URL('../../../dist/server/entry.mjs', import.meta.url).href);
  built.catch(() => {});
  return async (request, visit, { address }) => (await built).render(request, { visit }, address);
}

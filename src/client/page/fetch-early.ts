import { addLink } from '#client/add-link.ts';

/** Not in every browser, and not in TypeScript's list of what there is. */
type Line = { saveData?: boolean };

/**
 * Somebody is here: while nothing else is to do, the islands' modules and texts are fetched, so that touching one needs
 * no line. They still run only then. Not for readers who ask to save data.
 */
export function fetchIslandsEarly(): void {
  const { connection } = navigator as { connection?: Line };
  if (connection?.saveData) return;
  const fetchAll = () => document.querySelectorAll('astro-island').forEach(fetchIsland);
  if ('requestIdleCallback' in window) requestIdleCallback(fetchAll);
  else setTimeout(fetchAll, 1);
}

function fetchIsland(island: Element): void {
  for (const module of ['component-url', 'renderer-url']) addLink('modulepreload', island.getAttribute(module) ?? '');
  const { value: texts } = JSON.parse(island.getAttribute('opts') ?? '') as { value: string };
  addLink('prefetch', texts);
}

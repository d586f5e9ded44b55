import { isSlow, savesData } from '#client/connection.ts';

/** Which files a file of the build imports. */
const IMPORTS = /(?:from|import)["'`]\.\/([\w.-]+)/g;

const known = new Set<string>();

/**
 * Fetches what islands need once the page is there, and runs none of it. Not for readers who save data or whose line is
 * slow: to them it comes with the touch.
 */
export function fetchIslands(): void {
  if (savesData() || isSlow()) return;
  addEventListener('load', () => {
    for (const island of document.querySelectorAll('astro-island'))
      for (const name of ['component-url', 'renderer-url']) fetchModule(island.getAttribute(name) ?? '');
  });
}

/** With all that it imports, which lies beside it: browsers fetch a module ahead alone. */
function fetchModule(href: string): void {
  if (known.has(href)) return;
  known.add(href);
  const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
  link.onload = async () => {
    // From the browser's cache, by now.
    const text = await (await fetch(href)).text();
    for (const [, file] of text.matchAll(IMPORTS)) fetchModule(href.replace(/[^/]+$/, file ?? ''));
  };
  document.head.append(link);
}

import { isSlow, savesData } from '#client/connection.ts';

/** `from"./file.js"` and `import"./file.js"`, as the build writes them on top of each file. */
const IMPORTS = /\w"\.\/([^"]+)/g;
const TOP = 5_000;

/**
 * Fetches what islands need once the page is there, and runs none of it. Not for readers who save data or whose line is
 * slow: to them it comes with the touch.
 */
export function fetchIslands(): void {
  if (savesData() || isSlow()) return;
  addEventListener('load', () => {
    for (const island of document.querySelectorAll('astro-island'))
      for (const { name, value } of island.attributes) if (name.endsWith('-url')) fetchModule(value);
  });
}

/** With all that it imports, which lies beside it: browsers fetch a module ahead alone. */
function fetchModule(href: string): void {
  if (document.querySelector(`[href="${href}"]`)) return;
  const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
  link.onload = async () => {
    // From the browser's cache, by now.
    const text = await (await fetch(href)).text();
    for (const [, file] of text.slice(0, TOP).matchAll(IMPORTS)) fetchModule(href.replace(/[^/]+$/, file ?? ''));
  };
  document.head.append(link);
}

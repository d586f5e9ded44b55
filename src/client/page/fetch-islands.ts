import { fetchAhead, isSlow, savesData } from './fetch-ahead.ts';

/** `from"./file.js"` and `import"./file.js"`, as the build writes them on top of each file. */
const IMPORTS = /\w"\.\/([^"]+)/g;
const TOP = 5_000;

/**
 * Fetches what islands need once the page is there, and runs none of it. Not for readers who save data or whose line is
 * slow: to them it comes with the touch.
 */
export function fetchIslands(): void {
  if (savesData || isSlow) return;
  addEventListener('load', () => {
    void fetch(document.documentElement.dataset['texts']!, { priority: 'low' }).catch(() => {});
    for (const island of document.querySelectorAll('astro-island'))
      for (const { name, value } of island.attributes) if (name.endsWith('-url')) fetchModule(value);
  });
}

/** With all that it imports: browsers fetch a module ahead alone. Built modules lie in one folder. */
function fetchModule(href: string): void {
  if (document.querySelector(`[href="${href}"]`)) return;
  fetchAhead('modulepreload', href).onload = async () => {
    // From the browser's cache, by now; what does not come is asked for again by a touch.
    const text = await fetch(href)
      .then((answer) => answer.text())
      .catch(() => '');
    for (const [, file] of text.slice(0, TOP).matchAll(IMPORTS)) fetchModule(`/_astro/${file}`);
  };
}

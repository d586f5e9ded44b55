import { fetchAhead, isSlow, savesData } from './fetch-ahead.ts';

/** `from"./file.js"` and `import"./file.js"`, which stand at the top of built files. */
const IMPORTS = /\w"\.\/([^"]+)/g;

/** Preloads islands without running them. On slow or data-saving connections they load on touch. */
export function fetchIslands(): void {
  if (savesData || isSlow) return;
  addEventListener('load', () => {
    void fetch(document.documentElement.dataset['texts']!).catch(() => {});
    for (const island of document.querySelectorAll('astro-island'))
      for (const { name, value } of island.attributes) if (name.endsWith('-url')) fetchModule(value);
  });
}

/** Browsers preload a module without its imports. Built modules are in one folder. */
function fetchModule(href: string): void {
  if (document.querySelector(`[href="${href}"]`)) return;
  fetchAhead('modulepreload', href).onload = async () => {
    // From the browser's cache. A failed file is requested again on touch.
    const text = await fetch(href)
      .then((answer) => answer.text())
      .catch(() => '');
    for (const [, file] of text.slice(0, 5_000).matchAll(IMPORTS)) fetchModule(`/_astro/${file}`);
  };
}

import { fetchAhead } from './fetch-ahead.ts';

/**
 * The stylesheets that came inside the page, as files for the next: with the first touch, because whoever only looks needs
 * none. What is prefetched comes also when that touch leads away, and doesn't keep the page from being come back to.
 */
export function fetchSheets(): void {
  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, fetchAll, { once: true });
}

function fetchAll(): void {
  for (const { dataset } of document.querySelectorAll('style'))
    if (dataset['href']) fetchAhead('prefetch', dataset['href']);
}

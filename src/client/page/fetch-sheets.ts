import { fetchAhead } from './fetch-ahead.ts';

/** Prefetches inlined stylesheets on first interaction; survives navigation, allows the back/forward cache. */
export function fetchSheets(): void {
  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, fetchAll, { once: true });
}

function fetchAll(): void {
  for (const { dataset } of document.querySelectorAll('style'))
    if (dataset['href']) fetchAhead('prefetch', dataset['href']);
}

/**
 * The stylesheets that came inside the page, as files for the next: with the first touch, because whoever only looks needs
 * none. It goes on when that touch leads away.
 */
export function fetchSheets(): void {
  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, fetchAll, { once: true });
}

function fetchAll(): void {
  for (const { dataset } of document.querySelectorAll('style'))
    if (dataset.href) fetch(dataset.href, { keepalive: true }).catch(() => {});
}

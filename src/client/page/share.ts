/** Offers the device's own sheet, where there is one, for what a button names: a link, perhaps with words to it. */
export function watchShareButtons(): void {
  if (!('share' in navigator)) return;
  for (const button of document.querySelectorAll<HTMLElement>(SHARE)) {
    button.hidden = false;
    // Whoever closes the sheet has decided; there is nothing to say.
    button.addEventListener('click', () => navigator.share(JSON.parse(button.dataset['share']!)).catch(() => {}));
  }
}

const SHARE = '[data-share]';

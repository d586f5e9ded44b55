/** Offers the device's own sheet for a link, where the device has one. */
export function watchShareButtons(): void {
  if (!('share' in navigator)) return;
  for (const button of document.querySelectorAll<HTMLElement>(SHARE)) {
    button.hidden = false;
    // Whoever closes the sheet has decided; there is nothing to say.
    button.addEventListener('click', () => navigator.share({ url: button.dataset['share'] ?? '' }).catch(() => {}));
  }
}

const SHARE = '[data-share]';

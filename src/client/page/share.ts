/** Offers the device's own sheet for a link, where the device has one. */
export function watchShareButtons(): void {
  if (!('share' in navigator)) return;
  for (const button of document.querySelectorAll<HTMLElement>(SHARE)) {
    button.hidden = false;
    // Whoever closes the sheet has decided; there is nothing to say.
    const { share: url = '', shareText: text = '' } = button.dataset;
    button.addEventListener('click', () => navigator.share({ url, text }).catch(() => {}));
  }
}

const SHARE = '[data-share]';

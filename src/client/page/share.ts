/** Offers the device's own sheet for what a button names: a link, perhaps with words to it. */
export function watchShareButtons(): void {
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-share]');
    // Whoever closes the sheet has decided; there is nothing to say.
    if (button) navigator.share(JSON.parse(button.dataset['share']!)).catch(() => {});
  });
}

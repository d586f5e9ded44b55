const CONFIRMATION_MS = 350;

export function watchCopyButtons(): void {
  document.addEventListener('click', async ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-copy]');
    if (!button) return;
    const { copy = '', said = '', byHand } = button.dataset;
    try {
      await navigator.clipboard.writeText(copy);
    } catch {
      // Nothing may be copied for a page on plain http; a prompt has its text selected.
      return void prompt(byHand, copy);
    }
    const live = document.getElementById('live');
    live?.replaceChildren(said);
    button.dataset['copied'] = '';
    setTimeout(() => {
      delete button.dataset['copied'];
      live?.replaceChildren();
    }, CONFIRMATION_MS);
  });
}

const CONFIRMATION_MS = 350;

export function watchCopyButtons(): void {
  document.addEventListener('click', async ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-copy]');
    if (!button) return;
    await navigator.clipboard.writeText(button.dataset['copy'] ?? '');
    const live = document.getElementById('live');
    if (live) live.textContent = button.dataset['said'] ?? '';
    button.dataset['copied'] = '';
    setTimeout(() => {
      delete button.dataset['copied'];
      if (live) live.textContent = '';
    }, CONFIRMATION_MS);
  });
}

import { foldName, hasWords, searchWords } from '#domain/fold-name.ts';

/**
 * The first keys in the team's search hide the rows that don't match, because on a phone the table takes a while to wake.
 * Once it is awake it does that itself, and hides at least as many.
 */
export function narrowTeam(): void {
  const members = document.getElementById('members');
  members?.addEventListener('input', ({ target }) => {
    const { name, value } = target as HTMLInputElement;
    if (name !== 'search' || !members.closest('astro-island[ssr]')) return;
    const words = searchWords(value);
    for (const row of members.querySelectorAll<HTMLElement>('tbody tr'))
      row.hidden = !hasWords(foldName(row.querySelector('.user')?.textContent ?? ''), words);
  });
}

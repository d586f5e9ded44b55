/** Letters that stay as they are when a name is folded for search: with them, plain text decides as the search does. */
const PLAIN = /^[a-zа-я\d @._'-]*$/;

/**
 * The first keys in the team's search hide the rows that don't match, because on a phone the table takes a while to hydrate.
 * Once hydrated it does that itself, and hides at least as many: rows and words with other letters wait for it.
 */
export function narrowTeam(): void {
  const members = document.getElementById('members');
  members?.addEventListener('input', ({ target }) => {
    const { name, value } = target as HTMLInputElement;
    if (name !== 'search' || !members.closest('astro-island[ssr]')) return;
    const typed = value.toLowerCase();
    for (const row of members.querySelectorAll<HTMLElement>('tbody tr')) {
      const text = row.querySelector('.user')?.textContent.toLowerCase() ?? '';
      row.hidden = PLAIN.test(typed + text) && !typed.split(/ +@?/).every((word) => text.includes(word));
    }
  });
}

/** Letters that the search's folding leaves unchanged. */
const PLAIN = /^[a-zа-я\d @._'-]*$/;

/** Filters rows until the table is hydrated, which is slow on phones. Must not hide more than that table. */
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

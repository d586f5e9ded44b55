/** Letters that the search's folding leaves unchanged. */
const PLAIN = /^[a-zа-я\d @._'-]*$/;

/** Filters rows until the table is hydrated, which is slow on phones. Must not hide more than that table. */
export function narrowTeam(): void {
  addEventListener('input', (event) => {
    const input = event.target as HTMLInputElement;
    if (!input.matches('[ssr] #members [name=search]')) return;
    const typed = input.value.toLowerCase();
    for (const row of document.querySelectorAll<HTMLElement>('#members tbody tr')) {
      const text = row.querySelector('.user')?.textContent.toLowerCase() ?? '';
      row.hidden = PLAIN.test(typed + text) && !typed.split(/ +@?/).every((word) => text.includes(word));
    }
  });
}

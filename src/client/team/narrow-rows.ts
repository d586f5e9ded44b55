/** The first answer to a typed key: rows that are here already and don't match are hidden. */
export function narrowRows(list: HTMLElement, typed: string): void {
  const wanted = typed.trim().toLowerCase();
  for (const row of list.querySelectorAll('tbody tr')) {
    const words = row.querySelector('.user')?.textContent?.toLowerCase() ?? '';
    row.toggleAttribute('hidden', !words.includes(wanted));
  }
}

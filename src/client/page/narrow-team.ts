/**
 * The first keys in the team's search hide the rows that don't match, because on a phone the table takes a while to wake.
 * Once it is awake it does that itself, and hides at least as many.
 */
export function narrowTeam(): void {
  const members = document.getElementById('members');
  members?.addEventListener('input', ({ target }) => {
    const { name, value } = target as HTMLInputElement;
    if (name !== 'search' || !members.closest('astro-island[ssr]')) return;
    // Name and username stand side by side, without a space.
    const typed = value.trim().toLowerCase().replace(' @', '@');
    for (const row of members.querySelectorAll<HTMLElement>('tbody tr'))
      row.hidden = !row.querySelector('.user')?.textContent.toLowerCase().includes(typed);
  });
}

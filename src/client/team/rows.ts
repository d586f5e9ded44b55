const NUMBER_LOCALE = 'ru-RU';

/** Puts the next page below the rows that are here; the first new one takes the focus. */
export function appendRows(list: HTMLElement, next: HTMLElement): void {
  const rows = [...next.querySelectorAll('tbody tr')];
  list.querySelector('tbody')?.append(...rows);
  const foot = next.querySelector('.card-foot');
  if (foot) list.querySelector('.card-foot')?.replaceWith(foot);
  const count = list.querySelectorAll('tbody tr').length;
  const shown = list.querySelector('[data-shown]');
  if (shown) shown.textContent = count.toLocaleString(NUMBER_LOCALE);
  list.dataset['list'] = next.dataset['list'];
  rows[0]?.querySelector('a')?.focus({ preventScroll: true });
}

/** Whoever stood in the old list stands at the same place of the new one, or at its beginning. */
export function replaceRows(list: HTMLElement, next: HTMLElement): void {
  const focused = list.contains(document.activeElement) ? document.activeElement : null;
  list.replaceWith(next);
  if (!focused) return;
  const same = focused.id ? document.getElementById(focused.id) : null;
  (same ?? next).focus({ preventScroll: true });
}

/** Without a script there is no button, and the browser prints by its own menu. */
export function watchPrintButtons(): void {
  document.addEventListener('click', ({ target }) => (target as Element).closest('[data-print]') && print());
}

/** What can't be taken back is asked where it was pressed; without this the form leads to a page that asks. */
export function watchQuestions(): void {
  document.addEventListener('submit', (event) => {
    const dialog = document.getElementById((event.target as HTMLFormElement).dataset['asks'] ?? '');
    if (!(dialog instanceof HTMLDialogElement)) return;
    event.preventDefault();
    dialog.showModal();
  });
  document.addEventListener('click', ({ target }) => {
    (target as Element).closest('[data-keep]')?.closest('dialog')?.close();
  });
}

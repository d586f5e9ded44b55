/**
 * A field's errors go when it is clicked or typed into. Keyboard focus alone leaves them: a screen reader reads them
 * out just then. An island minds its own fields: what React has drawn, only React takes away.
 */
export function watchFields(): void {
  for (const kind of ['click', 'input']) document.addEventListener(kind, ({ target }) => clear(target as Element));
  // Somebody was faster than this script.
  document.addEventListener('pressed', (event) => clear((event as CustomEvent<Event>).detail.target as Element));
}

function clear(target: Element): void {
  const field = target.closest('astro-island') ? null : target.closest('[data-field]');
  const errors = field?.querySelector('.errors');
  if (!errors) return;
  const control = field?.querySelector('[aria-invalid]');
  const described = control?.getAttribute('aria-describedby')?.split(' ') ?? [];
  control?.setAttribute('aria-describedby', described.filter((id) => id !== errors.id).join(' '));
  control?.removeAttribute('aria-invalid');
  errors.remove();
}

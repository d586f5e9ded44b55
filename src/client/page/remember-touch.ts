/** An island can be touched before what makes it live has come; it will wake for that touch. */
export function rememberTouch(): void {
  const remember = (touched: EventTarget | null) =>
    (touched as Element).closest('astro-island')?.setAttribute('data-touched', '');
  for (const waker of ['pointerdown', 'focusin', 'keydown'])
    addEventListener(waker, ({ target }) => remember(target), true);
  remember(document.activeElement);
}

import { $menuOpen } from '#stores/menu.ts';

/** The page behind the open menu does not scroll. CSS does it where it knows `:has`, this does it everywhere. */
export function watchMenu(): void {
  document.addEventListener('toggle', ({ target }) => $menuOpen.set(isOpen(target)), true);
  $menuOpen.subscribe((isMenuOpen) => document.documentElement.toggleAttribute('data-locked', isMenuOpen));
}

function isOpen(menu: EventTarget | null): boolean {
  return menu instanceof HTMLElement && menu.matches(':popover-open');
}

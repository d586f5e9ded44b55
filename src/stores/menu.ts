import { atom } from 'nanostores';

/** Whether the menu drawer is open. The browser opens and closes it; the drawer says so here. */
export const $menuOpen = atom(false);

import { atom } from 'nanostores';

/** Whether the menu drawer is open; the browser opens and closes it, the page script says so here. */
export const $menuOpen = atom(false);

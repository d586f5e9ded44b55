import { atom } from 'nanostores';

export const $menuOpen = atom(false);

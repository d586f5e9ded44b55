import { atom } from 'nanostores';

/** Until the frame of the page is hydrated. */
export const $appLoading = atom(true);

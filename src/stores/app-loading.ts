import { atom } from 'nanostores';

/** While true the full-screen spinner stands over the page, after a short wait. */
export const $appLoading = atom(false);

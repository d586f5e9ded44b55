import script from './follow-withdrawals.ts?worker&url';

/** What follows a page asks nothing before that, so it is not among what the page waits for. */
const FIRST_MS = 4_000;

setTimeout(() => import(/* @vite-ignore */ script), FIRST_MS);

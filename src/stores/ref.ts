import { atom } from 'nanostores';

/** Code of the inviter chosen on this page; undefined while it is the rendered one. */
export const $ref = atom<string | undefined>();

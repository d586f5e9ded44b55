import { atom } from 'nanostores';

/** The code of the inviter whom a guest has chosen on this page; nothing while it is the one it was rendered with. */
export const $ref = atom<string | undefined>();

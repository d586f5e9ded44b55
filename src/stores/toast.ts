import { atom } from 'nanostores';

/** What is said about what the reader has just done. Each one is a new object, so that the same words are said again. */
export type Toast = { text: string };

export const $toast = atom<Toast | undefined>();

/** Says it once, in the frame of the page; the next one takes its place. */
export function showToast(text: string): void {
  $toast.set({ text });
}

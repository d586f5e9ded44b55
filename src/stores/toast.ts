import { atom } from 'nanostores';

/** A new object each time, so that equal texts are announced again. */
export type Toast = { text: string };

export const $toast = atom<Toast | undefined>();

export function showToast(text: string): void {
  $toast.set({ text });
}

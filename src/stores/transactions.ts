import { atom } from 'nanostores';

/** Grows whenever a transaction was made or changed, so that whoever shows them asks again. */
export const $transactionsVersion = atom(0);

export function transactionsChanged(): void {
  $transactionsVersion.set($transactionsVersion.get() + 1);
}

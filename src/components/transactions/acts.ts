import type { Transaction } from '#contracts/transactions.ts';

/** What a member can do about a transaction that is not finished. */
const ACTS = ['recreate', 'cancel'] as const;
export type Act = (typeof ACTS)[number];

/** The button that was pressed. */
export function readAct(word: string | undefined): Act | undefined {
  return ACTS.find((act) => act === word);
}

export function actsOn({ can_recreate, can_cancel }: Transaction): Act[] {
  return ACTS.filter((act) => ({ recreate: can_recreate, cancel: can_cancel })[act]);
}

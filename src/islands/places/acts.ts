import type { Transaction } from '#contracts/transactions.ts';

/** What a member can do about a transaction that is not finished. */
const ACTS = ['recreate', 'cancel'] as const;
export type Act = (typeof ACTS)[number];

/** The segment of the page that asks whether it is meant. */
export const ACT_PAGES = { recreate: 'recreation', cancel: 'cancellation' } as const satisfies Record<Act, string>;

export function actOfPage(segment: string | undefined): Act | undefined {
  return ACTS.find((act) => ACT_PAGES[act] === segment);
}

/** The button that was pressed. */
export function readAct(word: string | undefined): Act | undefined {
  return ACTS.find((act) => act === word);
}

export function actsOn({ can_recreate, can_cancel }: Transaction): Act[] {
  return ACTS.filter((act) => ({ recreate: can_recreate, cancel: can_cancel })[act]);
}

/** What is said once it is done. */
export const DONE_TEXTS = {
  cancel: 'transactions:done.cancelled',
  recreate: 'transactions:done.recreated',
} as const satisfies Record<Act, string>;

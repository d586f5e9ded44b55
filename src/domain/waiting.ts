import { type ConsolePage, CONSOLE_PAGES } from './console-paths.ts';
import { isAble, type StaffRole } from './staff.ts';

/** Kinds of things that need attention, and the list that shows them. */
export const WAITING_LISTS = {
  withdrawals: { page: 'withdrawals', query: { state: 'requested' } },
  approvals: { page: 'approvals', query: {} },
  support: { page: 'support', query: { state: 'open' } },
  transactions_late: { page: 'transactions', query: { state: 'paid_late' } },
  mails_failed: { page: 'mails', query: { state: 'failed' } },
  jobs_failed: { page: 'mails', query: { state: 'failed' } },
} as const satisfies Record<string, { page: ConsolePage; query: Record<string, string> }>;

export type WaitingKind = keyof typeof WAITING_LISTS;
export const WAITING = Object.keys(WAITING_LISTS) as [WaitingKind, ...WaitingKind[]];

export function canSeeWaiting(role: StaffRole, kind: WaitingKind): boolean {
  return isAble(role, CONSOLE_PAGES[WAITING_LISTS[kind].page].ability);
}

/** Counted live, in the menu and the title. */
export const LIVE_WAITING = ['withdrawals', 'approvals', 'support'] as const;
export type LiveWaiting = (typeof LIVE_WAITING)[number];

/** Has only kinds that the reader may see. */
export type WaitingCounts = { [Kind in LiveWaiting]?: number | undefined };

/** Counts stop here. */
export const WAITING_MAX = 1_000;

/** Last event of the stream of counts. Members' streams have their own word, which the page script would else share. */
export const WAITING_OVER = 'session';

import type { Action } from './action.ts';
import { sendOne } from './announcement-action.ts';
import { postOne, reverseOne } from './accrual-actions.ts';
import { addOne, disableOne, enableOne, inviteOneAgain, setRoleOfOne } from './staff-actions.ts';
import { refundOne, settleOne } from './transaction-actions.ts';
import { approveOne, rejectOne } from './withdrawal-actions.ts';

/** Keys are the names of the matching commands. */
export const ACTIONS = {
  'withdrawals approve': approveOne,
  'withdrawals reject': rejectOne,
  'transactions settle': settleOne,
  'transactions refund': refundOne,
  'accruals post': postOne,
  'accruals reverse': reverseOne,
  'announcements send': sendOne,
  'staff add': addOne,
  'staff role': setRoleOfOne,
  'staff enable': enableOne,
  'staff disable': disableOne,
  'staff invite-again': inviteOneAgain,
} as const satisfies Record<string, Action>;

export type ActionName = keyof typeof ACTIONS;

export function isAction(name: string): name is ActionName {
  return Object.hasOwn(ACTIONS, name);
}

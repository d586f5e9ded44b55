import type { Refused } from '#domain/refusals.ts';
import type { Ability } from '#domain/staff.ts';
import type { Db } from '#server/db/connect.ts';
import type { Services } from '#server/services.ts';
import type { Change } from '#server/staff/index.ts';
import { refundOne, settleOne } from './transaction-actions.ts';
import { approveOne } from './withdrawal-actions.ts';

/** What is to be done to what: `id` of the subject, and whatever else the action needs. */
export type Order = { id: string; input: Record<string, unknown>; actor: `staff:${number}` };

/**
 * Something that moves money. `amountOf` locks what it is about and says how much it is; `run` does it, and says how
 * that changed. Both work in one transaction.
 */
export type Action = {
  /** What whoever does it must be able to. */
  ability: Ability;
  amountOf(tx: Db, services: Services, order: Order): Promise<bigint | Refused>;
  run(tx: Db, services: Services, order: Order): Promise<Change | Refused>;
};

/** By the words of the command that does the same. */
export const ACTIONS = {
  'withdrawals approve': approveOne,
  'transactions settle': settleOne,
  'transactions refund': refundOne,
} as const satisfies Record<string, Action>;

export type ActionName = keyof typeof ACTIONS;

export function isAction(name: string): name is ActionName {
  return Object.hasOwn(ACTIONS, name);
}

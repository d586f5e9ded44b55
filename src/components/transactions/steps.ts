import type { Transaction } from '#contracts/transactions.ts';
import type { TransactionState } from '#domain/transaction.ts';

type Step = { state: TransactionState; at: string | undefined; isCurrent: boolean };

/** What is still to come, as far as a transaction goes on by itself once it is paid. */
const TO_COME: Partial<Record<TransactionState, readonly TransactionState[]>> = {
  awaiting_payment: ['confirming', 'active'],
  underpaid: ['confirming', 'active'],
  confirming: ['active'],
};

/** The steps that were taken, and those that are still to come. */
export function stepsOf({ state, steps }: Pick<Transaction, 'state' | 'steps'>): Step[] {
  const taken = steps.map((step, index) => ({ ...step, isCurrent: index === steps.length - 1 }));
  const rest = TO_COME[state] ?? [];
  return [...taken, ...rest.map((next) => ({ state: next, at: undefined, isCurrent: false }))];
}

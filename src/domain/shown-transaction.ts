import type { TransactionState } from './transaction.ts';

type Shown = {
  state: TransactionState;
  payment: { address: string } | null;
  received: string;
  pending: string;
  returned: string;
};

/** What a page shows of a transaction; when it differs, the page is out of date. */
export function shownOf({ state, payment, received, pending, returned }: Shown): string {
  return [state, payment?.address, received, pending, returned].join();
}

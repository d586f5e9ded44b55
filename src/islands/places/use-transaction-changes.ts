import { useEffect, useRef } from 'react';
import { $transactionsVersion } from '#stores/transactions.ts';
import { useChanges } from '../use-changes.ts';

type Listeners = {
  /** Says what has become of the transaction that is shown. */
  ask: () => Promise<unknown>;
  /** Brings all that is shown of transactions. */
  refresh: () => Promise<void>;
};

/** Asks again whenever a transaction was made or has changed, here or elsewhere; what happened elsewhere is said first. */
export function useTransactionChanges({ ask, refresh }: Listeners): void {
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });
  useEffect(() => $transactionsVersion.listen(() => void latest.current()), []);
  useChanges(['transactions'], async () => {
    await ask();
    await latest.current();
  });
}

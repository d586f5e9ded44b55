import { useChanges } from '#islands/shared/use-changes.ts';
import type { Refresh } from '#stores/changes.ts';

type Listeners = {
  /** Says what has become of the transaction that is shown. */
  ask: Refresh;
  /** Brings all that is shown of transactions. */
  refresh: () => Promise<void>;
};

/** Asks again whenever a transaction was made or has changed; what happened elsewhere is said first. */
export function useTransactionChanges({ ask, refresh }: Listeners): void {
  useChanges(['transactions'], async (what) => {
    await ask(what);
    await refresh();
  });
}

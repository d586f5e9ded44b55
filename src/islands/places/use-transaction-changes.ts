import { useChanges } from '#islands/shared/use-changes.ts';

type Listeners = {
  /** Says what has become of the transaction that is shown. */
  ask: () => Promise<unknown>;
  /** Brings all that is shown of transactions. */
  refresh: () => Promise<void>;
};

/** Asks again whenever a transaction was made or has changed; what happened elsewhere is said first. */
export function useTransactionChanges({ ask, refresh }: Listeners): void {
  useChanges(['transactions'], async ({ isOwn }) => {
    if (!isOwn) await ask();
    await refresh();
  });
}

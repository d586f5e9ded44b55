import { useChanges } from '#islands/shared/use-changes.ts';
import type { Refresh } from '#stores/changes.ts';

type Listeners = {
  ask: Refresh;
  refresh: () => Promise<void>;
};

/** `ask` announces a change and must run before `refresh` shows it. */
export function useTransactionChanges({ ask, refresh }: Listeners): void {
  useChanges(['transactions'], async (what) => {
    await ask(what);
    await refresh();
  });
}

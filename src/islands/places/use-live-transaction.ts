import { useCallback, useEffect, useRef } from 'react';
import { call } from '#client/call.ts';
import { getTransaction, type Transaction } from '#contracts/transactions.ts';
import { isUnfinished, type TransactionState } from '#domain/transaction.ts';
import type { Reader } from '#i18n/reader.ts';
import { useChanges } from '#islands/shared/use-changes.ts';
import { useNewest } from '#islands/shared/use-newest.ts';
import { useWaiting } from '#islands/shared/use-waiting.ts';

type LiveTransaction<Item> = {
  transaction: Item | null | undefined;
  hasMoved: (next: Transaction, current: Item) => boolean;
  onMoved: (next: Transaction) => void;
  /** Reads all that the screen shows of transactions; the screen of one transaction has none. */
  refresh?: () => Promise<void>;
};

/** Follows an unfinished transaction: reads it once, and again after each change. */
export function useLiveTransaction<Item extends { id: string; state: TransactionState }>(
  options: LiveTransaction<Item>,
): void {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const begin = useNewest();
  const readTransaction = useCallback(async () => {
    const id = unfinishedOf(latest.current);
    if (!id) return;
    const isNewest = begin();
    const answer = await call(getTransaction, { id }, { isUnasked: true });
    // A newer request supersedes this response.
    if (!answer?.success || !isNewest()) return;
    const { transaction, hasMoved, onMoved } = latest.current;
    if (transaction?.id === id && hasMoved(answer.data, transaction)) onMoved(answer.data);
  }, [begin]);
  const id = unfinishedOf(options);
  useWaiting(id !== undefined);
  // This read makes the server poll the node at once.
  useEffect(() => {
    if (id) void readTransaction();
  }, [id, readTransaction]);
  const { refresh } = options;
  useChanges(['transactions'], async ({ isOwn }) => {
    // A change elsewhere is announced before it is shown; an act of this page has been announced.
    if (!isOwn || !refresh) await readTransaction();
    await refresh?.();
  });
}

function unfinishedOf<Item extends { id: string; state: TransactionState }>({ transaction }: LiveTransaction<Item>) {
  return transaction && isUnfinished(transaction.state) ? transaction.id : undefined;
}

export function newsOf({ plan, state, place }: Transaction, { t }: Reader): string {
  const { number, title } = plan;
  const said = `${t('places:plan_titled', { number, title })}: ${t(`transactions:state.${state}`)}`;
  return state === 'active' && place ? `${said}, ${place.number}` : said;
}

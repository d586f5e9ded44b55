import { useCallback, useEffect, useRef } from 'react';
import { call } from '#client/call.ts';
import { type Asked, poll } from '#client/poll.ts';
import { getTransaction, type Transaction } from '#contracts/transactions.ts';
import { isUnfinished, type TransactionState } from '#domain/transaction.ts';

type Followed<Shown> = {
  transaction: Shown | null | undefined;
  /** Whether what is shown of it is no longer true. */
  hasMoved: (now: Transaction, shown: Shown) => boolean;
  onMoved: (now: Transaction) => void;
};

/**
 * Asks what becomes of a transaction that is not finished, while somebody looks. Gives back how to ask at once, when the
 * server says that something has changed.
 */
export function useFollowed<Shown extends { id: string; state: TransactionState }>(followed: Followed<Shown>) {
  const latest = useRef(followed);
  useEffect(() => {
    latest.current = followed;
  });
  const ask = useCallback(async (): Promise<Asked> => {
    const id = unfinishedOf(latest.current);
    if (!id) return 'over';
    const answer = await call(getTransaction, { id }, { isUnasked: true });
    if (!answer?.success) return isGone(answer?.error.status) ? 'over' : 'broken';
    const { transaction: shown, hasMoved, onMoved } = latest.current;
    if (shown?.id === id && hasMoved(answer.data, shown)) onMoved(answer.data);
    return 'answered';
  }, []);
  const id = unfinishedOf(followed);
  useEffect(() => {
    if (!id) return undefined;
    let isOver = false;
    void poll(() => (isOver ? Promise.resolve('over') : ask()));
    return () => {
      isOver = true;
    };
  }, [id, ask]);
  return ask;
}

function unfinishedOf<Shown extends { id: string; state: TransactionState }>({ transaction }: Followed<Shown>) {
  return transaction && isUnfinished(transaction.state) ? transaction.id : undefined;
}

function isGone(status: number | undefined): boolean {
  return status === 401 || status === 404;
}

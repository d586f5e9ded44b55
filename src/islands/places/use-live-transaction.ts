import { useCallback, useEffect, useRef } from 'react';
import { call } from '#client/call.ts';
import { getTransaction, type Transaction } from '#contracts/transactions.ts';
import { isUnfinished, type TransactionState } from '#domain/transaction.ts';
import type { Reader } from '#i18n/reader.ts';
import { useWaiting } from '#islands/shared/use-waiting.ts';

type LiveTransaction<Shown> = {
  transaction: Shown | null | undefined;
  /** Whether what is shown of it is no longer true. */
  hasMoved: (now: Transaction, shown: Shown) => boolean;
  /** `isOwn`: an act of this page is part of it, and its answer is shown already. */
  onMoved: (now: Transaction, what: { isOwn: boolean }) => void;
};

/** Gives back how to ask what has become of a transaction that is not finished. It is asked for once by itself. */
export function useLiveTransaction<Shown extends { id: string; state: TransactionState }>(
  options: LiveTransaction<Shown>,
) {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const count = useRef(0);
  const ask = useCallback(async ({ isOwn }: { isOwn: boolean }) => {
    const id = unfinishedOf(latest.current);
    if (!id) return;
    count.current += 1;
    const asked = count.current;
    const answer = await call(getTransaction, { id }, { isUnasked: true });
    // A late answer knows less than the one that was asked for after it.
    if (!answer?.success || asked !== count.current) return;
    const { transaction: shown, hasMoved, onMoved } = latest.current;
    if (shown?.id === id && hasMoved(answer.data, shown)) onMoved(answer.data, { isOwn });
  }, []);
  const id = unfinishedOf(options);
  useWaiting(id !== undefined);
  // Asked about it, the server asks the node at once.
  useEffect(() => {
    if (id) void ask({ isOwn: false });
  }, [id, ask]);
  return ask;
}

function unfinishedOf<Shown extends { id: string; state: TransactionState }>({ transaction }: LiveTransaction<Shown>) {
  return transaction && isUnfinished(transaction.state) ? transaction.id : undefined;
}

/** What has become of a transaction, in a sentence for who hears the page. */
export function newsOf({ plan, state, place }: Transaction, { t }: Reader): string {
  const { number, title } = plan;
  const said = `${t('places:plan_titled', { number, title })}: ${t(`transactions:state.${state}`)}`;
  return state === 'active' && place ? `${said}, ${place.number}` : said;
}

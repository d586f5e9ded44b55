import { useCallback, useEffect, useRef } from 'react';
import { call } from '#client/call.ts';
import { isChangingHere } from '#client/own-changes.ts';
import { getTransaction, type Transaction } from '#contracts/transactions.ts';
import { isUnfinished, type TransactionState } from '#domain/transaction.ts';
import type { Reader } from '#i18n/reader.ts';
import { useWaiting } from '#islands/shared/use-waiting.ts';

type LiveTransaction<Shown> = {
  transaction: Shown | null | undefined;
  hasMoved: (now: Transaction, shown: Shown) => boolean;
  /** `isOwn`: an act of this page, whose response is already shown. */
  onMoved: (now: Transaction, what: { isOwn: boolean }) => void;
};

/** Reads an unfinished transaction once, and again whenever the returned function is called. */
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
    // A newer request supersedes this response.
    if (!answer?.success || asked !== count.current) return;
    const { transaction: shown, hasMoved, onMoved } = latest.current;
    if (shown?.id === id && hasMoved(answer.data, shown)) onMoved(answer.data, { isOwn });
  }, []);
  const id = unfinishedOf(options);
  useWaiting(id !== undefined);
  // This read makes the server poll the node at once. After an act of this page its event causes it.
  useEffect(() => {
    if (id && !isChangingHere('transactions')) void ask({ isOwn: false });
  }, [id, ask]);
  return ask;
}

function unfinishedOf<Shown extends { id: string; state: TransactionState }>({ transaction }: LiveTransaction<Shown>) {
  return transaction && isUnfinished(transaction.state) ? transaction.id : undefined;
}

export function newsOf({ plan, state, place }: Transaction, { t }: Reader): string {
  const { number, title } = plan;
  const said = `${t('places:plan_titled', { number, title })}: ${t(`transactions:state.${state}`)}`;
  return state === 'active' && place ? `${said}, ${place.number}` : said;
}

import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { call } from '#client/call.ts';
import { isChangingHere, ownActsAnswered } from '#client/own-changes.ts';
import { getTransaction, type Transaction } from '#contracts/transactions.ts';
import { isUnfinished, type TransactionState } from '#domain/transaction.ts';
import type { Reader } from '#i18n/reader.ts';
import { useChanges } from '#islands/shared/use-changes.ts';
import { useWaiting } from '#islands/shared/use-waiting.ts';

type LiveTransaction<Shown> = {
  transaction: Shown | null | undefined;
  hasMoved: (now: Transaction, shown: Shown) => boolean;
  /** `isOwn`: an act of this page, whose response is already shown. */
  onMoved: (now: Transaction, what: { isOwn: boolean }) => void;
  /** Reads what else the screen shows of transactions. */
  refresh?: () => Promise<void>;
};

const ACTS = ['transactions'] as const;

/** Follows an unfinished transaction: reads it once, and again after each change. */
export function useLiveTransaction<Shown extends { id: string; state: TransactionState }>(
  options: LiveTransaction<Shown>,
): void {
  const latest = useRef(options);
  // Passive effects would run later than `rendered()` resolves.
  useLayoutEffect(() => {
    latest.current = options;
  });
  const count = useRef(0);
  const ask = useCallback(async (isOwn: boolean) => {
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
  const isShowingAct = useRef(false);
  // This read makes the server poll the node at once. After an act of this page its event causes it.
  useEffect(() => {
    if (id && !isChangingHere('transactions') && !isShowingAct.current) void ask(false);
  }, [id, ask]);
  useChanges(ACTS, async ({ isOwn }) => {
    if (!isOwn) {
      // A change elsewhere is announced before it is shown.
      await ask(false);
      await options.refresh?.();
      return;
    }
    isShowingAct.current = true;
    await ownActsAnswered(ACTS);
    await options.refresh?.();
    await rendered();
    isShowingAct.current = false;
    // The event may also tell of the node, so the act's own response is not enough.
    await ask(true);
  });
}

/** Resolves after React has rendered updates of earlier tasks. */
function rendered(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

function unfinishedOf<Shown extends { id: string; state: TransactionState }>({ transaction }: LiveTransaction<Shown>) {
  return transaction && isUnfinished(transaction.state) ? transaction.id : undefined;
}

export function newsOf({ plan, state, place }: Transaction, { t }: Reader): string {
  const { number, title } = plan;
  const said = `${t('places:plan_titled', { number, title })}: ${t(`transactions:state.${state}`)}`;
  return state === 'active' && place ? `${said}, ${place.number}` : said;
}

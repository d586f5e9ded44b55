import { useState } from 'react';
import { call } from '#client/call.ts';
import { listTransactions, type Transaction } from '#contracts/transactions.ts';
import { isUnfinished } from '#domain/transaction.ts';
import type { Reader } from '#i18n/reader.ts';
import { useNewest } from '#islands/shared/use-newest.ts';
import { newsOf, useLiveTransaction } from './use-live-transaction.ts';

export type TransactionItem = Pick<
  Transaction,
  'id' | 'state' | 'platform' | 'price' | 'currency' | 'created_at' | 'plan'
> & { place: Pick<NonNullable<Transaction['place']>, 'closing'> | null };
export type TransactionsPage = { items: readonly TransactionItem[]; next: string | null };

const MAX_ROWS = 100;

export function itemOf({
  id,
  state,
  platform,
  price,
  currency,
  created_at,
  plan,
  place,
}: Transaction): TransactionItem {
  return { id, state, platform, price, currency, created_at, plan, place: place && { closing: place.closing } };
}

export function useTransactions(start: TransactionsPage, cursor: string | undefined, reader: Reader) {
  const [page, setPage] = useState(start);
  const [announcement, setAnnouncement] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isBroken, setBroken] = useState(false);
  /** Index of the first row added last. */
  const [firstNew, setFirstNew] = useState<number>();
  const begin = useNewest();
  const requestPage = async (from: string | undefined, limit?: number) => {
    const isNewest = begin();
    const answer = await call(
      listTransactions,
      { cursor: from, limit: limit && String(limit) },
      { isUnasked: limit !== undefined },
    );
    if (!isNewest()) return undefined;
    return answer?.success ? { ...answer.data, items: answer.data.items.map(itemOf) } : null;
  };
  const refresh = async () => {
    const newPage = await requestPage(cursor, Math.min(Math.max(page.items.length, 1), MAX_ROWS));
    if (newPage && page.items.length <= MAX_ROWS) setPage(newPage);
  };
  const showMore = async () => {
    if (page.next === null || isBusy) return;
    setBusy(true);
    const more = await requestPage(page.next);
    setBusy(false);
    if (more === undefined) return;
    setBroken(more === null);
    if (!more) return;
    setFirstNew(page.items.length);
    setPage({ items: [...page.items, ...more.items], next: more.next });
  };
  useLiveTransaction({
    transaction: page.items.find(({ state }) => isUnfinished(state)),
    hasMoved: (next, current) => next.state !== current.state,
    onMoved: (next) => setAnnouncement(newsOf(next, reader)),
    refresh,
  });
  return { ...page, announcement, firstNew, isBusy, isBroken, showMore };
}

import { useState } from 'react';
import { call } from '#client/call.ts';
import { type Board, getBoard } from '#contracts/places.ts';
import type { Transaction } from '#contracts/transactions.ts';
import type { Platform } from '#domain/places.ts';
import { isUnfinished, shownOf } from '#domain/transaction.ts';
import type { Reader } from '#i18n/reader.ts';
import { useKeptFocus } from '#islands/shared/use-kept-focus.ts';
import { useNewest } from '#islands/shared/use-newest.ts';
import { newsOf, useLiveTransaction } from './use-live-transaction.ts';

/** `announcement` is for screen readers. `box` takes the focus if the focused element disappears. */
export function useBoard(platform: Platform, start: Board, reader: Reader) {
  const [board, setBoard] = useState(start);
  const [invoice, setInvoice] = useState<Transaction>();
  const [opened, setOpened] = useState<Transaction>();
  const [announcement, setAnnouncement] = useState('');
  const { box, keep } = useKeptFocus<HTMLDivElement>();
  const begin = useNewest();
  const refresh = async () => {
    const isNewest = begin();
    const answer = await call(getBoard, { platform }, { isUnasked: true });
    if (!answer?.success || !isNewest()) return;
    keep();
    setBoard(answer.data);
    const { unfinished } = answer.data;
    // One event may tell of the request made here and of the node that has accepted it.
    if (unfinished && invoice?.id === unfinished.id && hasMoved(unfinished, invoice)) show(unfinished);
  };
  const show = (next: Transaction) => {
    setAnnouncement(newsOf(next, reader));
    if (next.place) setOpened(next);
    setInvoice((current) => (current?.id === next.id ? next : current));
  };
  useLiveTransaction({
    transaction: [invoice, board.unfinished].find((transaction) => transaction && isUnfinished(transaction.state)),
    hasMoved,
    onMoved: show,
    refresh,
  });
  return { board, box, announcement, refresh, invoice, setInvoice, opened };
}

function hasMoved(next: Transaction, current: Transaction): boolean {
  return shownOf(next) !== shownOf(current);
}

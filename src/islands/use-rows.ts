import { type MouseEvent, useEffect, useRef, useState } from 'react';
import type { Result } from '#contracts/call.ts';
import { showAddress } from '#stores/here.ts';
import { type Asked, readShown, type RowsPage } from './shown-rows.ts';
import { isPlainClick } from './plain-click.ts';

/** Where all rows are there, so many new ones may come at once. */
const ROOM_FOR_NEW = 10;

type Options<Row, Page extends RowsPage<Row>> = {
  /** What the page has rendered, and the cursor of its first row. */
  start: Page;
  cursor: string | undefined;
  ask: (asked: Asked) => Promise<Result<Page> | undefined>;
  /** What has come into view. */
  onShown?: (rows: readonly Row[]) => void;
};

/**
 * The rows of a list that more are added to in place. The address says how many there are, so that a reload and the way
 * back show the same; what comes with an old wish is left out.
 */
export function useRows<Row extends { id: string | number }, Page extends RowsPage<Row>>(options: Options<Row, Page>) {
  const { start, cursor, ask, onShown } = options;
  const [page, setPage] = useState(start);
  const [isBusy, setBusy] = useState(false);
  const [isBroken, setBroken] = useState(false);
  /** The first of those that were added last: it takes the focus. */
  const [firstNew, setFirstNew] = useState<Row['id']>();
  const newest = useRef(0);

  const more = async () => {
    if (page.next === null || isBusy) return;
    setBusy(true);
    setBroken(false);
    const answer = await ask({ cursor: page.next });
    setBusy(false);
    if (!answer?.success) return setBroken(true);
    const { items, next } = answer.data;
    const added = without(items, page.items);
    setPage((now) => ({ ...now, items: [...now.items, ...without(items, now.items)], next }));
    setFirstNew(added[0]?.id);
    onShown?.(added);
    sayInAddress(page.items.length + added.length);
  };
  /** Asks for the same rows again. What does not come stays as it was; gives back what came. */
  const refresh = async () => {
    const wish = (newest.current += 1);
    const count = page.items.length + (page.next === null ? ROOM_FOR_NEW : 0);
    const searchParams = new URLSearchParams({ shown: String(count), ...(cursor && { cursor }) });
    const { answer } = await readShown(ask, { searchParams });
    if (wish !== newest.current || !answer?.success) return undefined;
    const { items, next } = answer.data;
    setPage((now) => {
      // What was brought meanwhile, or was pushed down by what is new, stays below.
      const below = without(now.items, items);
      return { ...answer.data, items: [...items, ...below], next: below.length > 0 ? now.next : next };
    });
    onShown?.(items);
    return answer.data;
  };
  return {
    page,
    isBusy,
    isBroken,
    refresh,
    /** For the row with this id. */
    focusOf: (id: Row['id']) => id === firstNew,
    onMore: (event: MouseEvent) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      void more();
    },
  };
}

/** Puts the focus on what is rendered with it, once. */
export function useFocusWhen<Element extends HTMLElement>(isWanted: boolean) {
  const element = useRef<Element>(null);
  useEffect(() => {
    if (isWanted) element.current?.focus({ preventScroll: true });
  }, [isWanted]);
  return element;
}

function without<Row extends { id: string | number }>(rows: readonly Row[], others: readonly Row[]): Row[] {
  return rows.filter(({ id }) => !others.some((other) => other.id === id));
}

function sayInAddress(count: number): void {
  const address = new URL(location.href);
  address.searchParams.set('shown', String(count));
  address.hash = '';
  showAddress(address.pathname + address.search, 'replace');
}

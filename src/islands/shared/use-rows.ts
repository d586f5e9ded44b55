import { type MouseEvent, useEffect, useRef, useState } from 'react';
import type { Result } from '#contracts/call.ts';
import { showAddress } from '#stores/current-url.ts';
import { isPlainClick } from './in-place.ts';

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

/** A call brings no more. */
const AT_ONCE_MAX = 50;
const SHOWN_MAX = 500;

export type Asked = { cursor?: string | undefined; limit?: string | undefined };
export type RowsPage<Row> = { items: Row[]; next: string | null };

/** Nothing where the line broke, which only happens in the browser. */
type Answer = Result<RowsPage<unknown>> | undefined;

/**
 * The rows that an address shows: from its `cursor` on, and as many as had been brought into place (`shown`), so that
 * whoever comes back to a list finds it as they left it. A broken cursor leads to the first rows.
 */
export async function readShown<A extends Answer>(
  ask: (asked: Asked) => Promise<A>,
  { searchParams }: Pick<URL, 'searchParams'>,
): Promise<{ answer: A; cursor: string | undefined }> {
  const cursor = searchParams.get('cursor') || undefined;
  const shown = readCount(searchParams.get('shown'));
  const answer = await readMany(ask, cursor, shown);
  if (!cursor || !answer || answer.success || answer.error.code !== 'invalid') return { answer, cursor };
  return { answer: await readMany(ask, undefined, shown), cursor: undefined };
}

function readCount(text: string | null): number | undefined {
  return text && /^\d{1,3}$/.test(text) ? Math.min(Number(text), SHOWN_MAX) || undefined : undefined;
}

/** Call after call, each from where the one before it ended. */
async function readMany<A extends Answer>(
  ask: (asked: Asked) => Promise<A>,
  cursor: string | undefined,
  count: number | undefined,
): Promise<A> {
  const limit = (missing: number) => ({ limit: String(Math.min(missing, AT_ONCE_MAX)) });
  const first = await ask({ cursor, ...(count && limit(count)) });
  if (!first?.success || !count) return first;
  const items = [...first.data.items];
  let { next } = first.data;
  while (next !== null && items.length < count) {
    const more = await ask({ cursor: next, ...limit(count - items.length) });
    if (!more?.success) return more;
    items.push(...more.data.items);
    next = more.data.next;
  }
  return { ...first, data: { ...first.data, items, next } };
}

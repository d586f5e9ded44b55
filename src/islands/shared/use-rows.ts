import { type MouseEvent, useEffect, useRef, useState } from 'react';
import type { Result } from '#contracts/call.ts';
import { showAddress } from '#stores/current-url.ts';
import { isPlainClick } from './in-place.ts';
import { useNewest } from './use-newest.ts';

/** Extra rows that a refresh requests when all rows are loaded. */
const EXTRA_ROWS = 10;

type Options<Row, Page extends RowsPage<Row>> = {
  start: Page;
  cursor: string | undefined;
  load: (query: PageQuery) => Promise<Result<Page> | undefined>;
  onShown?: (rows: readonly Row[]) => void;
};

/** `shown` in the address restores added rows on reload and back. Answers to outdated refreshes are dropped. */
export function useRows<Row extends { id: string | number }, Page extends RowsPage<Row>>(options: Options<Row, Page>) {
  const { start, cursor, load, onShown } = options;
  const [page, setPage] = useState(start);
  const [isBusy, setBusy] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [firstNew, setFirstNew] = useState<Row['id']>();
  const begin = useNewest();

  const loadMore = async () => {
    if (page.next === null || isBusy) return;
    setBusy(true);
    setBroken(false);
    const answer = await load({ cursor: page.next });
    setBusy(false);
    if (!answer?.success) return setBroken(true);
    const { items, next } = answer.data;
    const added = without(items, page.items);
    setPage((now) => ({ ...now, items: [...now.items, ...without(items, now.items)], next }));
    setFirstNew(added[0]?.id);
    onShown?.(added);
    showCountInAddress(page.items.length + added.length);
  };
  /** Reloads the shown rows; on failure the old ones stay and the result is undefined. */
  const refresh = async () => {
    const isNewest = begin();
    const count = page.items.length + (page.next === null ? EXTRA_ROWS : 0);
    const searchParams = new URLSearchParams({ shown: String(count), ...(cursor && { cursor }) });
    const { answer } = await loadPages(load, { searchParams });
    if (!isNewest() || !answer?.success) return undefined;
    const { items, next } = answer.data;
    setPage((now) => {
      // Rows loaded since then, or moved down by new rows, stay below.
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
    focusOf: (id: Row['id']) => id === firstNew,
    onMore: (event: MouseEvent) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      void loadMore();
    },
  };
}

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

function showCountInAddress(count: number): void {
  const address = new URL(location.href);
  address.searchParams.set('shown', String(count));
  address.hash = '';
  showAddress(address.pathname + address.search, 'replace');
}

/** Maximum of a list call. */
const LIMIT_MAX = 50;
const SHOWN_MAX = 500;

export type PageQuery = { cursor?: string | undefined; limit?: string | undefined };
export type RowsPage<Row> = { items: Row[]; next: string | null };

type Answer = Result<RowsPage<unknown>> | undefined;

/** Reads `cursor` and `shown` from an address. An invalid cursor falls back to the first rows. */
export async function loadPages<A extends Answer>(
  load: (query: PageQuery) => Promise<A>,
  { searchParams }: Pick<URL, 'searchParams'>,
): Promise<{ answer: A; cursor: string | undefined }> {
  const cursor = searchParams.get('cursor') || undefined;
  const count = readCount(searchParams.get('shown'));
  const answer = await readMany(load, cursor, count);
  if (!cursor || !answer || answer.success || answer.error.code !== 'invalid') return { answer, cursor };
  return { answer: await readMany(load, undefined, count), cursor: undefined };
}

function readCount(text: string | null): number | undefined {
  return text && /^\d{1,3}$/.test(text) ? Math.min(Number(text), SHOWN_MAX) || undefined : undefined;
}

async function readMany<A extends Answer>(
  load: (query: PageQuery) => Promise<A>,
  cursor: string | undefined,
  count: number | undefined,
): Promise<A> {
  const limit = (missing: number) => ({ limit: String(Math.min(missing, LIMIT_MAX)) });
  const first = await load({ cursor, ...(count && limit(count)) });
  if (!first?.success || !count) return first;
  const items = [...first.data.items];
  let { next } = first.data;
  while (next !== null && items.length < count) {
    const answer = await load({ cursor: next, ...limit(count - items.length) });
    if (!answer?.success) return answer;
    items.push(...answer.data.items);
    next = answer.data.next;
  }
  return { ...first, data: { ...first.data, items, next } };
}

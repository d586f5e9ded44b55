import { useState } from 'react';
import type { Call } from '#contracts/call.ts';
import type { ListTotal } from '#contracts/console/fields.ts';
import type { Contract, InputOf, OutputOf } from '#contracts/contract.ts';
import { usePopstate } from '#islands/shared/in-place.ts';
import { useNewest } from '#islands/shared/use-newest.ts';
import type { Cell } from './amount-cells.tsx';
import { type ListQuery, readHidden, readQuery, withoutEmpty, withQuery } from './list-query.ts';

export type Column<Row> = {
  id: string;
  label: string;
  /** Sort column in the contract; undefined if the server can't sort by it. */
  sort?: string;
  isFixed?: boolean;
} & Cell<Row>;

export type ListStart<C extends Contract> = { page: OutputOf<C>; query: ListQuery; hidden: readonly string[] };

export type RowOf<C extends Contract> = OutputOf<C> extends { items: (infer Row extends object)[] } ? Row : never;
type Page<Row> = { items: Row[]; next: string | null; total?: ListTotal | null };

type Options<C extends Contract> = {
  contract: C;
  path: string;
  call: Call;
  columns: readonly Column<RowOf<C>>[];
  start: ListStart<C>;
  /** Input that is in the path, not in the query. */
  fixed?: ListQuery;
};

export type ListState<Row> = {
  path: string;
  columns: readonly Column<Row>[];
  page: Page<Row>;
  query: ListQuery;
  hidden: readonly string[];
  isBusy: boolean;
  isBroken: boolean;
  /** Starts again at the first page. */
  filter: (change: ListQuery) => void;
  more: () => void;
  reload: () => Promise<void>;
  /** Reads only number and sum again, of rows as they are now. */
  readTotal: () => Promise<void>;
  /** Changes when other rows are read. */
  version: number;
  hide: (columns: readonly string[]) => void;
  /** After a decision about the row; reads the total again. */
  replace: (matches: (row: Row) => boolean, row: Row) => void;
};

const NOTHING: ListQuery = {};

/** Changes update the address. Old rows stay until new ones arrive; outdated answers are dropped. */
export function useList<C extends Contract>(options: Options<C>): ListState<RowOf<C>> {
  type Row = RowOf<C>;
  const { contract, path, call, columns, start, fixed = NOTHING } = options;
  const [page, setPage] = useState(start.page as Page<Row>);
  const [query, setQuery] = useState(start.query);
  const [hiddenIds, setHiddenIds] = useState(start.hidden);
  const [isBusy, setBusy] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [version, setVersion] = useState(0);
  const begin = useNewest();
  const beginTotal = useNewest();
  const hidden = columns.filter(({ id, isFixed }) => !isFixed && hiddenIds.includes(id)).map(({ id }) => id);

  const load = async (newQuery: ListQuery) => {
    const isNewest = begin();
    // An answer on its way counts the rows of another query.
    beginTotal();
    setBusy(true);
    setVersion((now) => now + 1);
    const answer = await call(contract, { ...fixed, ...newQuery } as InputOf<C>);
    if (!isNewest()) return;
    setBusy(false);
    setBroken(!answer?.success);
    if (answer?.success) setPage(answer.data as Page<Row>);
  };
  const readTotal = async () => {
    const isNewest = beginTotal();
    const input = withoutEmpty({ ...fixed, ...query, cursor: '', limit: '1' });
    const answer = await call(contract, input as InputOf<C>, { isUnasked: true });
    if (!isNewest() || !answer?.success) return;
    const { total } = answer.data as Page<Row>;
    if (total !== undefined) setPage((now) => ({ ...now, total }));
  };
  const applyQuery = (newQuery: ListQuery) => {
    setQuery(newQuery);
    history.pushState(null, '', withQuery(path, newQuery, hidden));
    void load(newQuery);
  };
  usePopstate(() => {
    // The address may be of a row that a drawer shows.
    if (location.pathname !== path) return;
    const search = new URLSearchParams(location.search);
    const newQuery = readQuery(search, contract, fixed);
    setQuery(newQuery);
    setHiddenIds(readHidden(search));
    if (withQuery(path, newQuery, []) !== withQuery(path, query, [])) void load(newQuery);
  });

  return {
    ...{ path, columns, page, query, hidden, isBusy, isBroken, version },
    filter: (change) => applyQuery(withoutEmpty({ ...query, ...change, cursor: '' })),
    more: () => page.next !== null && applyQuery({ ...query, cursor: page.next }),
    reload: () => load(query),
    readTotal,
    hide: (ids) => {
      setHiddenIds(ids);
      history.replaceState(null, '', withQuery(path, query, ids));
    },
    replace: (matches, row) => {
      setPage((now) => ({ ...now, items: now.items.map((item) => (matches(item) ? row : item)) }));
      if (page.total) void readTotal();
    },
  };
}

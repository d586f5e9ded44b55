import { useRef, useState } from 'react';
import type { Call } from '#contracts/call.ts';
import type { Contract, OutputOf } from '#contracts/contract.ts';
import { usePopstate } from '../in-place.ts';
import { type ListQuery, readHidden, readQuery, withQuery } from './list-query.ts';

type Page<Row> = { items: Row[]; next: string | null };

type Options<C extends Contract> = {
  contract: C;
  ask: Call;
  start: OutputOf<C>;
  query: ListQuery;
  hidden: readonly string[];
  columnIds: readonly string[];
  /** What the path of the page says and its query does not: whose list it is. */
  fixed?: ListQuery;
};

const NOTHING: ListQuery = {};

/**
 * A list of the console: what the address asks for, answered by the server. A new wish changes the address, Back and
 * reload show the same, the old rows stay until the new ones are there, and a late answer to an old wish is left out.
 */
export function useList<Row, C extends Contract>({ contract, ask, start, fixed = NOTHING, ...given }: Options<C>) {
  const names = Object.keys(contract.input.shape).filter((name) => !(name in fixed));
  const [page, setPage] = useState(start as Page<Row>);
  const [query, setQuery] = useState(given.query);
  const [hidden, setHidden] = useState(given.hidden);
  const [isBusy, setBusy] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const newest = useRef(0);
  const path = () => location.pathname;

  const load = async (wish: ListQuery) => {
    const number = (newest.current += 1);
    setBusy(true);
    const answer = await ask(contract, { ...fixed, ...wish } as never);
    if (number !== newest.current) return;
    setBusy(false);
    setBroken(!answer?.success);
    if (answer?.success) setPage(answer.data as Page<Row>);
  };
  const show = (wish: ListQuery) => {
    setQuery(wish);
    history.pushState(null, '', withQuery(path(), wish, hidden));
    void load(wish);
  };
  usePopstate(() => {
    const search = new URLSearchParams(location.search);
    const wish = readQuery(search, names);
    setQuery(wish);
    setHidden(readHidden(search, given.columnIds));
    void load(wish);
  });

  return {
    ...{ page, query, hidden, isBusy, isBroken },
    /** Asks for something else, from its first page on. */
    filter: (change: ListQuery) => show(withoutEmpty({ ...query, ...change, cursor: '' })),
    more: () => page.next !== null && show({ ...query, cursor: page.next }),
    /** The same again, after something was changed. */
    reload: () => load(query),
    hide: (columns: readonly string[]) => {
      setHidden(columns);
      history.replaceState(null, '', withQuery(path(), query, columns));
    },
    /** Puts a row that was changed in its place. */
    replace: (isIt: (row: Row) => boolean, row: Row) =>
      setPage((now) => ({ ...now, items: now.items.map((one) => (isIt(one) ? row : one)) })),
  };
}

export type ListState<Row> = ReturnType<typeof useList<Row, Contract>>;

function withoutEmpty(query: ListQuery): ListQuery {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

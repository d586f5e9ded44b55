import { useLayoutEffect, useRef, useState } from 'react';
import { showAddress } from '#stores/here.ts';
import { loadMore, loadRows, type PackedRows, type Shown } from './load-members.ts';
import { unpack } from './persons.ts';
import type { TeamReader } from './reader.ts';
import { teamAddress, type TeamQuery } from './team-query.ts';

/** `after`: the rows that stay, where more of them are asked for. */
type Wish = { query: TeamQuery; after?: Shown | undefined };
type Placed = Shown & { hadFocus?: boolean; firstNew?: number | undefined };

/**
 * The rows of the list. The old ones stay until the new ones are there, and only the newest wish counts. The address
 * says at once what is asked for, so that whatever happens next leads back to it.
 */
export function useMembers(start: PackedRows, asked: TeamQuery, { language, timeZone }: TeamReader) {
  const [shown, setShown] = useState<Placed>(() => ({ ...start, persons: start.persons.map(unpack) }));
  const [wish, setWish] = useState<Wish>({ query: asked });
  const [state, setState] = useState<'still' | 'busy' | 'broken'>('still');
  const list = useRef<HTMLDivElement>(null);
  const newest = useRef(0);

  const load = async ({ query, after }: Wish) => {
    newest.current += 1;
    const mine = newest.current;
    setState('busy');
    const found = after ? await loadMore(query, after, timeZone) : await loadRows(query, timeZone);
    if (mine !== newest.current) return;
    setState(found ? 'still' : 'broken');
    if (!found) return;
    const hadFocus = list.current?.contains(document.activeElement) ?? false;
    setShown({ ...found, hadFocus, firstNew: after && (query.shown ? after.persons.length : 0) });
  };
  usePlacedFocus(list, shown);

  return {
    list,
    shown,
    state,
    /** What was asked for last. */
    asked: wish.query,
    show(query: TeamQuery, step: 'push' | 'replace' | 'none', after?: Shown) {
      const address = teamAddress(language, query);
      if (step !== 'none' && address !== location.pathname + location.search) showAddress(address, step);
      setWish({ query, after });
      void load({ query, after });
    },
    again: () => void load(wish),
  };
}

/** On the first row that was added; else whoever stood in the list stays in it, also when what they stood on has gone. */
function usePlacedFocus(list: { readonly current: HTMLElement | null }, shown: Placed): void {
  useLayoutEffect(() => {
    const { hadFocus, firstNew } = shown;
    const isStill = list.current?.contains(document.activeElement);
    if (firstNew !== undefined) {
      const row = list.current?.querySelectorAll<HTMLElement>('tbody .user')[firstNew];
      row?.focus({ preventScroll: firstNew > 0 });
    } else if (hadFocus && !isStill) list.current?.focus({ preventScroll: true });
  }, [list, shown]);
}

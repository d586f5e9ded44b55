import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { Seat as SeatOfStructure } from '#contracts/places.ts';
import { keyOf } from '#components/ui/key-of.ts';
import { useIsAwake } from '#components/ui/use-is-awake.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { Seat, wordsOf } from './seat.tsx';

type Props = {
  top: Branch;
  hrefOf: (node: number) => string;
  onStep: (event: MouseEvent, node: number) => void;
  /** Focuses the top seat, after a step from within. */
  takesFocus: boolean;
};

/** ARIA tree pattern: one Tab stop, arrows move, Enter opens. Before hydration it is a list of links. */
export function Tree({ top, hrefOf, onStep, takesFocus }: Props) {
  const reader = useReader();
  const isAwake = useIsAwake();
  const items = inOrder(top);
  const elements = useRef<(HTMLLIElement | null)[]>([]);
  const [current, setCurrent] = useState(0);
  const focus = (index: number) => {
    setCurrent(index);
    elements.current[index]?.focus();
  };
  useEffect(() => {
    if (!isAwake) return;
    // On hydration the focus moves from a link to its seat.
    const index = elements.current.findLastIndex((item) => item?.contains(document.activeElement));
    if (index >= 0 || takesFocus) elements.current[Math.max(index, 0)]?.focus();
  }, [isAwake, takesFocus]);
  const move = (event: KeyboardEvent) => {
    const index = elements.current.indexOf(event.target as HTMLLIElement);
    const item = items[index];
    if (!item || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const key = keyOf(event);
    const next = nextOf(key, index, item, items.length);
    if (next === undefined) return;
    event.preventDefault();
    if (key === 'Enter') (elements.current[index]?.firstElementChild as HTMLElement | null)?.click();
    else if (next !== index) focus(next);
  };
  const render = (branch: Branch) => {
    const index = items.findIndex((item) => item.branch === branch);
    const { seat, below } = branch;
    const { place, level } = seat;
    const node = place?.has_more && level > 1 ? place.id : undefined;
    const marks = isAwake && {
      role: 'treeitem',
      'aria-label': Object.values(wordsOf(seat, reader)).filter(Boolean).join(' '),
      'aria-expanded': below.length > 0 ? true : node === undefined ? undefined : false,
      tabIndex: index === current ? 0 : -1,
      onFocus: (event: FocusEvent) => event.target === event.currentTarget && setCurrent(index),
    };
    return (
      <li key={index} ref={(element) => void (elements.current[index] = element)} {...marks}>
        <Seat
          seat={seat}
          href={node === undefined ? undefined : hrefOf(node)}
          isStop={!isAwake}
          onStep={(event) => node !== undefined && onStep(event, node)}
        />
        {below.length > 0 && <ul role={isAwake ? 'group' : undefined}>{below.map(render)}</ul>}
      </li>
    );
  };
  return (
    <ul
      className="tree inset"
      role={isAwake ? 'tree' : undefined}
      aria-label={reader.t('places:structure.title')}
      onKeyDown={move}
    >
      {render(top)}
    </ul>
  );
}

function nextOf(key: string, index: number, { above, branch }: Item, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, count - 1);
    case 'ArrowUp':
      return Math.max(index - 1, 0);
    case 'ArrowRight':
      return branch.below.length > 0 ? index + 1 : index;
    case 'ArrowLeft':
      return above ?? index;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'Enter':
      return index;
    default:
      return undefined;
  }
}

type Branch = { seat: SeatOfStructure; below: Branch[] };

export function treeOf(seats: readonly SeatOfStructure[]): Branch | undefined {
  const branches = seats.map((seat): Branch => ({ seat, below: [] }));
  for (const branch of branches) if (branch.seat.above !== null) branches[branch.seat.above]?.below.push(branch);
  return branches[0];
}

/** `above`: index of the parent in reading order. */
type Item = { branch: Branch; above: number | undefined };

/** @internal exported for the tests */
export function inOrder(top: Branch): Item[] {
  const items: Item[] = [];
  const add = (branch: Branch, above: number | undefined) => {
    const index = items.push({ branch, above }) - 1;
    for (const below of branch.below) add(below, index);
  };
  add(top, undefined);
  return items;
}

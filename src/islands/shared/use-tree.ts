import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { keyOf } from '#components/ui/key-of.ts';
import { useIsAwake } from '#components/ui/use-is-awake.ts';

const ITEM = '[role=treeitem]';

type Acts = { onOpen?: () => void; onClose?: () => void };
type Item = Acts & {
  id: string | number;
  label: string;
  /** Undefined if nothing is below it. */
  isExpanded: boolean | undefined;
};

/** ARIA tree pattern: one Tab stop, arrows move, Enter opens. Before hydration it is a list of links. */
export function useTree(top: Item['id'], takesFocus: boolean) {
  const isAwake = useIsAwake();
  const tree = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState({ id: top, isWanted: takesFocus });
  useEffect(() => {
    // On hydration the focus moves from a link to its item.
    const { activeElement } = document;
    if (isAwake && tree.current?.contains(activeElement)) focusItem(activeElement?.closest(ITEM));
  }, [isAwake]);
  useEffect(() => {
    if (isAwake && current.isWanted) focusItem(tree.current?.querySelector(`${ITEM}[tabindex="0"]`));
  }, [isAwake, current]);
  return {
    tree,
    isAwake,
    focus: (id: Item['id']) => setCurrent({ id, isWanted: true }),
    itemProps: ({ id, label, isExpanded, ...acts }: Item) =>
      isAwake && {
        role: 'treeitem',
        'aria-label': label,
        'aria-expanded': isExpanded,
        tabIndex: id === current.id ? 0 : -1,
        onFocus: (event: FocusEvent) => event.target === event.currentTarget && setCurrent({ id, isWanted: false }),
        onKeyDown: (event: KeyboardEvent<HTMLElement>) => press(event, acts),
      },
  };
}

function press(event: KeyboardEvent<HTMLElement>, { onOpen, onClose }: Acts): void {
  const { currentTarget: item, target } = event;
  if (target !== item || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const items = [...(item.closest('[role=tree]')?.querySelectorAll(ITEM) ?? [])];
  const index = items.indexOf(item);
  const { ariaExpanded } = item;
  const acts: Record<string, () => void> = {
    ArrowDown: () => focusItem(items[index + 1]),
    ArrowUp: () => focusItem(items[index - 1]),
    ArrowRight: () => (ariaExpanded === 'true' ? focusItem(items[index + 1]) : onOpen?.()),
    ArrowLeft: () => (ariaExpanded === 'true' && onClose ? onClose() : focusItem(item.parentElement?.closest(ITEM))),
    Home: () => focusItem(items[0]),
    End: () => focusItem(items.at(-1)),
    Enter: () => item.querySelector<HTMLElement>(':scope > a, :scope > :not(ul) a')?.click(),
  };
  const act = acts[keyOf(event)];
  if (!act) return;
  event.preventDefault();
  act();
}

/** Scrolls to its own row only: an item also holds everything below it. */
function focusItem(item: Element | null | undefined): void {
  if (!(item instanceof HTMLElement)) return;
  item.focus({ preventScroll: true });
  item.firstElementChild?.scrollIntoView({ block: 'nearest' });
}

import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { keyOf } from '../key-of.ts';
import { loadSheet } from '../load-sheet.ts';
import type { Combobox, Wish } from './combobox.ts';
import sheet from './combobox.css?url';
import type { ComboboxView } from './combobox-view.tsx';

const OPENING = /^(Arrow|Enter|Home|End|Page)/;

/**
 * Stands before a native select until its combobox has come, which opening it sends for. What happens meanwhile is kept:
 * no native list opens, nothing is chosen by a key, letters are what is searched for. Where it does not come, the native
 * select is what there is.
 */
export function useCombobox(select: RefObject<HTMLSelectElement | null>, isWanted: boolean) {
  const [View, setView] = useState<typeof ComboboxView>();
  const [hasFailed, setFailed] = useState(false);
  const wish = useRef<Wish>(undefined);
  const box = useRef<Combobox>(undefined);
  const isWaiting = isWanted && !View && !hasFailed;

  const open = (letter = '') => {
    const isFirst = !wish.current;
    wish.current = { typed: `${wish.current?.typed ?? ''}${letter}`, isOpened: true };
    if (!isFirst) return;
    Promise.all([import('./combobox-view.tsx'), loadSheet(sheet)]).then(
      ([module]) => setView(() => module.ComboboxView),
      () => setFailed(true),
    );
  };
  // Somebody was faster than the island: below the pointer the list was meant, otherwise the field.
  const catchUp = useEffectEvent(() => {
    if (isWaiting && select.current?.matches(':focus:hover')) open();
  });
  useEffect(() => catchUp(), []);

  return {
    View,
    box,
    wish,
    isWaiting,
    onMouseDown(event: MouseEvent<HTMLSelectElement>) {
      if (!isWaiting) return;
      event.preventDefault();
      event.currentTarget.focus();
      open();
    },
    onKeyDown(event: KeyboardEvent<HTMLSelectElement>) {
      const { ctrlKey, metaKey, altKey } = event;
      const key = keyOf(event);
      const isLetter = key.length === 1 && !altKey;
      if (!isWaiting || !(isLetter || OPENING.test(key))) return;
      if ((ctrlKey || metaKey) && key !== 'a') return;
      event.preventDefault();
      if (!ctrlKey && !metaKey) open(isLetter ? key : '');
    },
  };
}

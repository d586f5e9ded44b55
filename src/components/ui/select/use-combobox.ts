import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { keyOf } from '../key-of.ts';
import { loadSheet } from '../load-sheet.ts';
import type { Combobox } from './combobox.ts';
import sheet from './combobox.css?url';
import type { SelectTexts } from './texts.ts';

const OPENING = /^(Arrow|Enter|Home|End|Page)/;

type Select = RefObject<HTMLSelectElement | null>;

/**
 * Loads the combobox when the native select is opened. Until then, typed letters become its search.
 * If loading fails, the native select stays. Options added later are not in the list.
 */
export function useCombobox(select: Select, texts: SelectTexts | undefined, maximum: number | undefined) {
  const box = useRef<Combobox>(undefined);
  const typed = useRef<string>(undefined);
  const [isWaiting, setWaiting] = useState(texts !== undefined);

  const mount = useEffectEvent(({ Combobox }: typeof import('./combobox.ts')) => {
    if (!select.current || !texts) return;
    const hasFocus = select.current === document.activeElement;
    box.current = new Combobox(select.current, texts, maximum);
    if (hasFocus) box.current.begin((typed.current ?? '').trimStart());
  });
  const open = (letter = '') => {
    const isFirst = typed.current === undefined;
    typed.current = `${typed.current ?? ''}${letter}`;
    if (!isFirst) return;
    void Promise.all([import('./combobox.ts'), loadSheet(sheet)])
      .then(
        ([module]) => mount(module),
        () => undefined,
      )
      .finally(() => setWaiting(false));
  };
  // Used before hydration: with the pointer over it the list was meant, otherwise only the focus.
  const catchUp = useEffectEvent(() => {
    if (isWaiting && select.current?.matches(':focus:hover')) open();
  });
  useEffect(() => {
    catchUp();
    return () => box.current?.destroy();
  }, []);
  useFollowing(select, box);

  return {
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

/** Each render follows the native select; a form reset needs a listener. */
function useFollowing(select: Select, box: RefObject<Combobox | undefined>): void {
  useLayoutEffect(() => box.current?.follow());
  useEffect(() => {
    const { form } = select.current ?? {};
    const reset = () => setTimeout(() => box.current?.follow());
    form?.addEventListener('reset', reset);
    return () => form?.removeEventListener('reset', reset);
  }, [select, box]);
}

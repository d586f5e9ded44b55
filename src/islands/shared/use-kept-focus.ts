import { useEffect, useRef } from 'react';

/**
 * Keeps the focus in a box when the part that has it goes away: `keep` is called before a change, and the box, or `heir`
 * in it, has the focus afterwards unless something in it still does.
 */
export function useKeptFocus<E extends HTMLElement>() {
  const box = useRef<E>(null);
  const heir = useRef<HTMLHeadingElement>(null);
  const isKept = useRef(false);
  useEffect(() => {
    if (!isKept.current) return;
    isKept.current = false;
    if (!box.current?.contains(document.activeElement)) (heir.current ?? box.current)?.focus({ preventScroll: true });
  });
  return {
    box,
    heir,
    keep: () => {
      isKept.current = Boolean(box.current?.contains(document.activeElement));
    },
  };
}

import { useEffect, useRef } from 'react';

/** Call `keep` before a change: if the focused part disappears, `heir` or the box takes the focus. */
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

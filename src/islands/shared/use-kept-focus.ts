import { useEffect, useRef } from 'react';

/** Call `keep` before a change: if the focused part disappears, `fallbackFocus` or the box takes the focus. */
export function useKeptFocus<E extends HTMLElement>() {
  const box = useRef<E>(null);
  const fallbackFocus = useRef<HTMLHeadingElement>(null);
  const isKept = useRef(false);
  useEffect(() => {
    if (!isKept.current) return;
    isKept.current = false;
    if (!box.current?.contains(document.activeElement)) {
      (fallbackFocus.current ?? box.current)?.focus({ preventScroll: true });
    }
  });
  return {
    box,
    fallbackFocus,
    keep: () => {
      isKept.current = Boolean(box.current?.contains(document.activeElement));
    },
  };
}

import { type MouseEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { followAddress } from '#stores/current-url.ts';

/** Doesn't use client/meant-elsewhere.ts: the page script would then load the islands' shared chunk. */
export function isPlainClick(event: MouseEvent): boolean {
  const isElsewhere = event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return !event.defaultPrevented && !isElsewhere;
}

/** Calls `show` after back or forward; the links of the frame are updated too. */
export function usePopstate(show: () => void): void {
  const follow = useEffectEvent(() => {
    followAddress();
    show();
  });
  useEffect(() => {
    const listen = () => follow();
    addEventListener('popstate', listen);
    return () => removeEventListener('popstate', listen);
  }, []);
}

/** For a native select that acts on change: a choice before hydration counts, and later values are shown. */
export function useSelectValue(value: string): RefObject<HTMLSelectElement | null> {
  const select = useRef<HTMLSelectElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    const wasFirst = isFirst.current;
    isFirst.current = false;
    if (!select.current || select.current.value === value) return;
    if (wasFirst) select.current.dispatchEvent(new Event('change', { bubbles: true }));
    else select.current.value = value;
  }, [value]);
  return select;
}

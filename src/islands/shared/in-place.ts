import { type MouseEvent, useEffect, useEffectEvent } from 'react';
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

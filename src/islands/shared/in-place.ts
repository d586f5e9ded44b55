import { type MouseEvent, useEffect, useEffectEvent } from 'react';
import { followAddress } from '#stores/current-url.ts';

/**
 * A click that would lead to the link's page in this tab, and so may be answered in place. Not by
 * `client/meant-elsewhere.ts`: the page script would then bring what islands share to every page.
 */
export function isPlainClick(event: MouseEvent): boolean {
  const isElsewhere = event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return !event.defaultPrevented && !isElsewhere;
}

/** Shows what the address says after the reader has gone back or on; the frame's links follow too. */
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

import { type MouseEvent, useEffect, useEffectEvent } from 'react';
import { followAddress } from '#stores/current-url.ts';

/** A click that would lead to the link's page in this tab, and so may be answered in place. */
export function isPlainClick(event: MouseEvent): boolean {
  const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  return !defaultPrevented && button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
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

import { useEffect, useEffectEvent } from 'react';
import { followAddress } from '#stores/here.ts';

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

import { useEffect, useEffectEvent } from 'react';

const EVERY_MS = 1_000;

export function usePoll(isGoingOn: boolean, look: () => Promise<void>): void {
  const tick = useEffectEvent(look);
  useEffect(() => {
    if (!isGoingOn) return undefined;
    const timer = setInterval(() => void tick(), EVERY_MS);
    return () => clearInterval(timer);
  }, [isGoingOn]);
}

import { useEffect, useEffectEvent } from 'react';

const EVERY_MS = 1_000;

export function usePoll(isActive: boolean, poll: () => Promise<void>, everyMs = EVERY_MS): void {
  const tick = useEffectEvent(poll);
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setInterval(() => void tick(), everyMs);
    return () => clearInterval(timer);
  }, [isActive, everyMs]);
}

import { useEffect, useState } from 'react';

const EVERY_MS = 30_000;

/** The time of Atrium: that at which the page was rendered, and what has passed since. */
export function useNow(renderedAt: string): Date {
  const [now, setNow] = useState(() => new Date(renderedAt));
  useEffect(() => {
    const tick = () => setNow(new Date(Date.parse(renderedAt) + performance.now()));
    tick();
    const timer = setInterval(tick, EVERY_MS);
    return () => clearInterval(timer);
  }, [renderedAt]);
  return now;
}

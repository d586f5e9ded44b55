import { useEffect, useState } from 'react';

const EVERY_MS = 30_000;

/** Server time: `renderedAt` plus the time since the page was opened. */
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

import { refuse, type Refused } from '#domain/refusals.ts';

export type FewAtOnce = <T>(work: () => Promise<T>) => Promise<T | Refused>;

/** For work that takes a lot of the machine: so much of it at once, so much waiting, and a no to all that comes after. */
export function fewAtOnce({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): FewAtOnce {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) return refuse('unavailable', { retryAfterSeconds: 5 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

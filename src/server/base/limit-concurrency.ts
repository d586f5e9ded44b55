import pLimit from 'p-limit';
import { refuse, type Refused } from '#domain/refusals.ts';

export type LimitConcurrency = <T>(work: () => Promise<T>) => Promise<T | Refused>;

/** For work that takes a lot of the machine: so much of it at once, so much waiting, and a refusal for all that comes after. */
export function limitConcurrency({
  concurrency,
  maxQueued,
}: Record<'concurrency' | 'maxQueued', number>): LimitConcurrency {
  const limit = pLimit(concurrency);
  return async (work) => {
    const isFull = limit.activeCount + limit.pendingCount >= concurrency + maxQueued;
    return isFull ? refuse('unavailable', { retryAfterSeconds: 5 }) : limit(work);
  };
}

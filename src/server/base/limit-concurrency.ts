import pLimit from 'p-limit';
import { refuse, type Refused } from '#domain/refusals.ts';

export type LimitConcurrency = <T>(work: () => Promise<T>) => Promise<T | Refused>;

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

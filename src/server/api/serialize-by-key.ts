import { refuse, type Refused } from '#domain/refusals.ts';

const MAX_QUEUED = 128;
const waiting = new Map<number, { last: Promise<unknown>; length: number }>();

/** One call per member at a time in this process, so that one member can’t block all connections on a lock. */
export async function serializeByKey<T>(key: number, work: () => Promise<T>): Promise<T | Refused> {
  const queue = waiting.get(key) ?? { last: Promise.resolve(), length: 0 };
  if (queue.length >= MAX_QUEUED) return refuse('too_often', { retryAfterSeconds: 5 });
  const mine = queue.last.then(work);
  waiting.set(key, queue);
  queue.length += 1;
  queue.last = mine.catch(() => undefined);
  try {
    return await mine;
  } finally {
    queue.length -= 1;
    if (queue.length === 0) waiting.delete(key);
  }
}

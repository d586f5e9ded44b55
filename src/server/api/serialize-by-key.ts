import { refuse, type Refused } from '#domain/refusals.ts';

const MAX_QUEUED = 128;
const queues = new Map<number, { last: Promise<unknown>; length: number }>();

/** One call per member at a time in this process, so that one member can’t block all connections on a lock. */
export async function serializeByKey<T>(key: number, work: () => Promise<T>): Promise<T | Refused> {
  const queue = queues.get(key) ?? { last: Promise.resolve(), length: 0 };
  if (queue.length >= MAX_QUEUED) return refuse('too_often', { retryAfterSeconds: 5 });
  const result = queue.last.then(work);
  queues.set(key, queue);
  queue.length += 1;
  queue.last = result.catch(() => undefined);
  try {
    return await result;
  } finally {
    queue.length -= 1;
    if (queue.length === 0) queues.delete(key);
  }
}

import { refuse, type Refused } from '#domain/refusals.ts';

const MOST_WAITING = 128;
const waiting = new Map<number, { last: Promise<unknown>; length: number }>();

/**
 * One such call at a time for each member in this process, so that nobody's flood takes all connections
 * to wait for one lock. Between processes the locks in the database keep order.
 */
export async function inTurn<T>(memberId: number, work: () => Promise<T>): Promise<T | Refused> {
  const queue = waiting.get(memberId) ?? { last: Promise.resolve(), length: 0 };
  if (queue.length >= MOST_WAITING) return refuse('too_often', { retryAfterSeconds: 5 });
  const mine = queue.last.then(work);
  waiting.set(memberId, queue);
  queue.length += 1;
  queue.last = mine.catch(() => undefined);
  try {
    return await mine;
  } finally {
    queue.length -= 1;
    if (queue.length === 0) waiting.delete(memberId);
  }
}

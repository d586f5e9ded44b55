import { refuse, type Refused } from '#domain/refusals.ts';

/**
 * What the work comes to, or that Atrium can't answer now. The work goes on: what it writes may be there afterwards, as
 * if the answer had been lost on its way, and whoever sends it again with the same uid is told.
 */
export async function answerInTime<T>(limitMs: number, work: Promise<T>): Promise<T | Refused> {
  const late = Promise.withResolvers<Refused>();
  const timer = setTimeout(() => late.resolve(refuse('unavailable', { retryAfterSeconds: 5 })), Math.max(0, limitMs));
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

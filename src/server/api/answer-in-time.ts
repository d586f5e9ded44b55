export class TooLate extends Error {}

/** Resolves with the result or throws `TooLate`. The work continues; a retry with the same key gets its answer. */
export async function answerInTime<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const rejectLate = () => late.reject(new TooLate('The answer did not come in time.'));
  const timer = setTimeout(rejectLate, limitMs);
  if (limitMs <= 0) rejectLate();
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

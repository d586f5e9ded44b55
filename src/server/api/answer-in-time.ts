/** Somebody has waited for as long as anybody may. */
export class TooLate extends Error {}

/**
 * What the work comes to. Whoever waits longer is told that Atrium can't answer, and the work goes on: what it writes may
 * be there afterwards, as if the answer had been lost on its way, and whoever sends it again with the same uid is told.
 */
export async function answerInTime<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const tell = () => late.reject(new TooLate('The answer did not come in time.'));
  const timer = setTimeout(tell, limitMs);
  if (limitMs <= 0) tell();
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

import { isRefused, type Refused } from '#domain/refusals.ts';
import type { Services } from './services.ts';
import { type LimitName, resetRateLimit, returnTry, takeTry } from './rate-limits.ts';

/** A limit and who is counted. A right try resets it; `keeps` takes back only the try itself. */
export type Counter = { name: LimitName; who: string; keeps?: true };

/** `isLast` is true for the wrong try that uses a limit up: the next one has to wait. */
type Looked = { isRight: boolean; isLast: boolean };

/**
 * Looks at a password or a code unless too many were wrong. Only wrong ones that were looked at count. The try is taken
 * before the look, because tries that come at once would all find the counter low.
 */
export async function countedTry(
  services: Pick<Services, 'db' | 'clock'>,
  counters: readonly Counter[],
  look: () => Promise<boolean>,
): Promise<Looked | Refused> {
  const taken: { counter: Counter; left: number }[] = [];
  for (const counter of counters) {
    const took = await takeTry(services, counter.name, counter.who);
    if (isRefused(took)) {
      for (const { counter: before } of taken) await returnTry(services, before.name, before.who);
      return took;
    }
    taken.push({ counter, left: took.left });
  }
  if (!(await look()))
    return { isRight: false, isLast: taken.some(({ counter, left }) => left === 0 && !counter.keeps) };
  for (const { name, who, keeps } of counters) {
    if (keeps) await returnTry(services, name, who);
    else await resetRateLimit(services, name, who);
  }
  return { isRight: true, isLast: false };
}

import { isRefused, type Refused } from '#domain/refusals.ts';
import type { Services } from './services.ts';
import { type LimitName, resetRateLimit, returnTry, takeTry } from './rate-limits.ts';

/** A right try resets the limit; with `keeps` it only returns this try. */
export type Counter = { name: LimitName; who: string; keeps?: true };

type Looked = { isRight: boolean; isLast: boolean };

/** Counts before `look`, because parallel tries would all see the old count. Right tries are given back. */
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

import { isRefused, type Refused } from '#domain/refusals.ts';
import type { Services } from './services.ts';
import { type LimitName, resetRateLimit, returnTry, takeTry } from './rate-limits.ts';

/** A right try resets the limit; with `keeps` it only returns this try. */
export type Counter = { name: LimitName; who: string; keeps?: true };

type TryResult = { isRight: boolean; isLast: boolean };

/** Counts before `check`, because parallel tries would all see the old count. Right tries are given back. */
export async function countedTry(
  services: Pick<Services, 'db' | 'clock'>,
  counters: readonly Counter[],
  check: () => Promise<boolean>,
): Promise<TryResult | Refused> {
  const countedTries: { counter: Counter; left: number }[] = [];
  for (const counter of counters) {
    const attempt = await takeTry(services, counter.name, counter.who);
    if (isRefused(attempt)) {
      for (const { counter: counted } of countedTries) await returnTry(services, counted.name, counted.who);
      return attempt;
    }
    countedTries.push({ counter, left: attempt.left });
  }
  if (!(await check()))
    return { isRight: false, isLast: countedTries.some(({ counter, left }) => left === 0 && !counter.keeps) };
  for (const { name, who, keeps } of counters) {
    if (keeps) await returnTry(services, name, who);
    else await resetRateLimit(services, name, who);
  }
  return { isRight: true, isLast: false };
}

import type { EventKind } from '#domain/events.ts';

/** Longer than a stream lives, so that a reconnecting client needn't refresh everything. */
const KEPT_MS = 15 * 60 * 1000;
const MAX_KEPT = 20_000;

/** `now` is a monotonic clock in milliseconds. */
export function recentEvents(now: () => number = () => performance.now()) {
  const kinds = recentTimes<`${EventKind} ${number}`>(now);
  const newcomers = recentTimes<number>(now);
  const families = recentTimes<string>(now);
  return {
    kinds,
    newcomers,
    families,
    covers: (ageMs: number) => [kinds, newcomers].every((times) => times.covers(ageMs)),
    forget() {
      for (const times of [kinds, newcomers, families]) times.forget();
    },
  };
}

function recentTimes<Key>(now: () => number) {
  const times = new Map<Key, number>();
  let knownSince = now();
  const sweep = () => {
    for (const [key, at] of times) {
      if (times.size <= MAX_KEPT && at >= now() - KEPT_MS) break;
      times.delete(key);
      knownSince = at;
    }
  };
  return {
    note(key: Key) {
      times.delete(key);
      times.set(key, now());
      sweep();
    },
    has: (key: Key) => times.has(key),
    isWithin: (key: Key, ageMs: number) => (times.get(key) ?? -Infinity) >= now() - ageMs,
    within: (ageMs: number) => [...times].filter(([, at]) => at >= now() - ageMs).map(([key]) => key),
    covers: (ageMs: number) => now() - ageMs > Math.max(knownSince, now() - KEPT_MS),
    forget() {
      times.clear();
      knownSince = now();
    },
  };
}

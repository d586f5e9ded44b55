import { LRUCache } from 'lru-cache';
import type { Db } from '#server/db/connect.ts';

type ExhaustedKeys = {
  untilMs(key: string, nowMs: number): number | undefined;
  note(key: string, untilMs: number): void;
};

const MAX_KEYS = 10_000;
const keysByDb = new WeakMap<Db, LRUCache<string, number>>();

/** Per-process cache of exhausted limits, which saves queries. */
export function exhaustedKeys(db: Db): ExhaustedKeys {
  const keys = keysByDb.get(db) ?? new LRUCache<string, number>({ max: MAX_KEYS });
  keysByDb.set(db, keys);
  return {
    untilMs(key, nowMs) {
      const until = keys.get(key);
      if (until === undefined || until > nowMs) return until;
      keys.delete(key);
      return undefined;
    },
    note(key, untilMs) {
      keys.set(key, untilMs);
    },
  };
}

import { LRUCache } from 'lru-cache';
import type { Db } from '#server/db/connect.ts';

type ExhaustedKeys = {
  /** When tries may be made again; nothing when this process knows of no limit reached. */
  untilMs(key: string, nowMs: number): number | undefined;
  note(key: string, untilMs: number): void;
};

const MAX_KEYS = 10_000;
const known = new WeakMap<Db, LRUCache<string, number>>();

/** Whose tries are used up, as this process was told by the database, which is then not asked again. */
export function exhaustedKeys(db: Db): ExhaustedKeys {
  const keys = known.get(db) ?? new LRUCache<string, number>({ max: MAX_KEYS });
  known.set(db, keys);
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

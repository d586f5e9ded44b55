import { createSecretKey } from 'node:crypto';
import type { LastingKeys, MacKey } from './secrets.ts';

export type KeyTrial = {
  keys: readonly MacKey[];
  /** Undefined if no key fits. */
  madeBy(hash: Buffer, make: (key: MacKey) => Buffer): 'in use' | 'retired' | undefined;
};

/** Tries the last fitting key first, since neighbouring hashes usually share a key. */
export function keyTrial({ inUse, retired }: LastingKeys): KeyTrial {
  const entries = [
    ...inUse.map((key) => ({ key: createSecretKey(key), state: 'in use' as const })),
    ...retired.map((key) => ({ key: createSecretKey(key), state: 'retired' as const })),
  ];
  return {
    keys: entries.map(({ key }) => key),
    madeBy(hash, make) {
      const index = entries.findIndex(({ key }) => make(key).equals(hash));
      if (index > 0) entries.unshift(...entries.splice(index, 1));
      return index < 0 ? undefined : entries[0]?.state;
    },
  };
}

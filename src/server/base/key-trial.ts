import { createSecretKey } from 'node:crypto';
import type { LastingKeys, MacKey } from './secrets.ts';

/** Finds out by trying which of the keys of one purpose made a hash. */
export type KeyTrial = {
  keys: readonly MacKey[];
  /** Nothing when none of them did. */
  madeBy(hash: Buffer, make: (key: MacKey) => Buffer): 'in use' | 'retired' | undefined;
};

/** What was made at one time was made with one key: the last that fitted is tried first. */
export function keyTrial({ inUse, retired }: LastingKeys): KeyTrial {
  const known = [
    ...inUse.map((key) => ({ key: createSecretKey(key), state: 'in use' as const })),
    ...retired.map((key) => ({ key: createSecretKey(key), state: 'retired' as const })),
  ];
  return {
    keys: known.map(({ key }) => key),
    madeBy(hash, make) {
      const index = known.findIndex(({ key }) => make(key).equals(hash));
      if (index > 0) known.unshift(...known.splice(index, 1));
      return index < 0 ? undefined : known[0]?.state;
    },
  };
}

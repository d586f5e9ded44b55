import { createSecretKey } from 'node:crypto';
import type { LedgerKeys } from '#server/secrets.ts';
import type { LedgerKey } from '../chain.ts';

/** Finds out by trying which of the ledger's keys made a hash. */
export type KeyTrial = {
  keys: readonly LedgerKey[];
  /** Nothing when none of them did. */
  madeBy(hash: Buffer, make: (key: LedgerKey) => Buffer): 'in use' | 'retired' | undefined;
};

/** What was made at one time was made with one key: the last that fitted is tried first. */
export function keyTrial({ inUse, retired }: LedgerKeys): KeyTrial {
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

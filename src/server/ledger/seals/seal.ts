import { createHash } from 'node:crypto';
import type { ledgerSeals } from '#server/db/schema/index.ts';
import { mac } from '#server/secrets.ts';
import type { LedgerKey } from '../chain.ts';

export type Seal = typeof ledgerSeals.$inferSelect;

/** The seal's own hash. It covers the one before, so that none can be left out, and needs the ledger's key. */
export function sealHash(ledgerKey: LedgerKey, previous: Buffer | undefined, seal: Omit<Seal, 'hash'>): Buffer {
  const { number, at, transfers, transferCount, contents, horizon, settledId } = seal;
  const words = `${number} ${at.getTime()} ${transfers} ${transferCount} ${horizon} ${settledId}`;
  return mac(ledgerKey, 'seal', previous ?? '', contents, words);
}

/** What is under a seal, taken in the order of the transfers' ids. */
export function sealContents(): { add(transferId: number, digest: Buffer): void; end(): Buffer } {
  const whole = createHash('sha256');
  return {
    add: (transferId, digest) => void whole.update(`${transferId} `).update(digest),
    end: () => whole.digest(),
  };
}

/** From the first id on, up to but without the second. */
export type IdRange = { from: number; to: number };

/** Reads an int8multirange, as PostgreSQL writes it: `{[1,4),[7,8)}`. */
export function readRanges(text: string): IdRange[] {
  return [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => ({ from: Number(from), to: Number(to) }));
}

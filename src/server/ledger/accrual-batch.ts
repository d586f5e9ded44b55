import { createHmac } from 'node:crypto';
import type { LedgerKey } from './chain.ts';

/** By which the ledger knows a line of an import; its reversal has a key of its own. */
export function accrualKey(batch: string, line: number): string {
  return `accrual:${batch}:${line}`;
}

export function reversalKey(batch: string, line: number): string {
  return `${accrualKey(batch, line)}:reversed`;
}

/** The batch of a key made by `accrualKey`. Names of batches hold no colon. */
export function batchOfKey(key: string): string | undefined {
  return /^accrual:([^:]+):\d+$/.exec(key)?.[1];
}

/** A line as the ledger keeps it. */
export type BatchLine = { memberId: number; amountMicros: bigint; details: Record<string, string> };

/** What a batch holds, as one hash: the same lines in the same order give the same, whoever reads them from where. */
export function batchContents(ledgerKey: LedgerKey, batch: string): { add(line: BatchLine): void; end(): Buffer } {
  const whole = createHmac('sha256', ledgerKey).update(JSON.stringify(['accruals', batch]));
  return {
    add({ memberId, amountMicros, details: { reason, source, document } }) {
      whole.update(JSON.stringify([memberId, String(amountMicros), reason, source ?? '', document]));
    },
    end: () => whole.digest(),
  };
}

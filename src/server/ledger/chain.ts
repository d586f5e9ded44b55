import { createHmac, hash } from 'node:crypto';
import type { TextsByLanguage } from '#i18n/texts-by-language.ts';
import { type MacKey, mac } from '#server/base/secrets.ts';

/** What a transfer says, whole; the same for the one we write and the one we read back. */
type Contents = {
  key: string;
  kind: string;
  memberId: number;
  at: Date;
  details: Record<string, string>;
  legs: readonly { accountId: number; amountMicros: bigint; day: string }[];
};

export function digestOf({ key, kind, memberId, at, details, legs }: Contents): Buffer {
  const sortedLegs = legs.map(({ accountId, amountMicros, day }) => `${accountId} ${amountMicros} ${day}`).toSorted();
  const whole = JSON.stringify([key, kind, memberId, at.toISOString(), sortedByKey(details), sortedLegs]);
  return hash('sha256', whole, 'buffer');
}

type Link = { previous: Buffer | null; digest: Buffer; number: number; amountMicros: bigint; balanceMicros: bigint };

/** One link of an account's chain. Without the key nobody can make one, and none can be left out or changed. */
export function linkHash(ledgerKey: MacKey, { previous, digest, number, amountMicros, balanceMicros }: Link): Buffer {
  return mac(ledgerKey, previous ?? '', digest, `${number} ${amountMicros} ${balanceMicros}`);
}

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

/** What a batch calls its reasons. */
export type BatchLabels = Record<string, TextsByLanguage>;

/**
 * What a batch holds, as one hash: the same lines in the same order give the same, whoever reads them from where. Names
 * of reasons belong to it: whoever changed one in the database would change what members read of their money.
 */
export function batchContents(
  ledgerKey: MacKey,
  batch: string,
  labels: BatchLabels,
): { add(line: BatchLine): void; end(): Buffer } {
  const named = sortedByKey(labels).map(([reason, texts]) => [reason, sortedByKey(texts)]);
  const head = ['accruals', batch, ...(named.length > 0 ? [named] : [])];
  const whole = createHmac('sha256', ledgerKey).update(JSON.stringify(head));
  return {
    add({ memberId, amountMicros, details: { reason, source, document } }) {
      whole.update(JSON.stringify([memberId, String(amountMicros), reason, source ?? '', document]));
    },
    end: () => whole.digest(),
  };
}

/** The database keeps no order of keys. */
function sortedByKey<T>(named: Record<string, T>): [string, T][] {
  return Object.entries(named).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

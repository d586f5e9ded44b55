import { createHmac, hash } from 'node:crypto';
import type { TextsByLanguage } from '#i18n/texts-by-language.ts';
import { type MacKey, mac } from '#server/base/secrets.ts';

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
  const text = JSON.stringify([key, kind, memberId, at.toISOString(), sortedByKey(details), sortedLegs]);
  return hash('sha256', text, 'buffer');
}

type Link = { previous: Buffer | null; digest: Buffer; number: number; amountMicros: bigint; balanceMicros: bigint };

/** Keyed, and includes the previous hash: no entry can be forged, changed or left out. */
export function linkHash(ledgerKey: MacKey, { previous, digest, number, amountMicros, balanceMicros }: Link): Buffer {
  return mac(ledgerKey, previous ?? '', digest, `${number} ${amountMicros} ${balanceMicros}`);
}

export function accrualKey(batch: string, line: number): string {
  return `accrual:${batch}:${line}`;
}

export function reversalKey(batch: string, line: number): string {
  return `${accrualKey(batch, line)}:reversed`;
}

/** Names of batches have no colon. */
export function batchOfKey(key: string): string | undefined {
  return /^accrual:([^:]+):\d+$/.exec(key)?.[1];
}

export type BatchLine = { memberId: number; amountMicros: bigint; details: Record<string, string> };

export type BatchLabels = Record<string, TextsByLanguage>;

/** Hash over the lines in order and the labels, because labels change how members read their money. */
export function batchContents(
  ledgerKey: MacKey,
  batch: string,
  labels: BatchLabels,
): { add(line: BatchLine): void; end(): Buffer } {
  const sortedLabels = sortedByKey(labels).map(([reason, texts]) => [reason, sortedByKey(texts)]);
  const head = ['accruals', batch, ...(sortedLabels.length > 0 ? [sortedLabels] : [])];
  const hmac = createHmac('sha256', ledgerKey).update(JSON.stringify(head));
  return {
    add({ memberId, amountMicros, details: { reason, source, document } }) {
      hmac.update(JSON.stringify([memberId, String(amountMicros), reason, source ?? '', document]));
    },
    end: () => hmac.digest(),
  };
}

/** PostgreSQL’s jsonb doesn’t keep the order of keys. */
function sortedByKey<T>(record: Record<string, T>): [string, T][] {
  return Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

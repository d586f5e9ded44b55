import { hash, type KeyObject } from 'node:crypto';
import { mac } from '#server/secrets.ts';

export type LedgerKey = Buffer | KeyObject;

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
  const sortedDetails = Object.entries(details).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const sortedLegs = legs.map(({ accountId, amountMicros, day }) => `${accountId} ${amountMicros} ${day}`).toSorted();
  const whole = JSON.stringify([key, kind, memberId, at.toISOString(), sortedDetails, sortedLegs]);
  return hash('sha256', whole, 'buffer');
}

type Link = { previous: Buffer | null; digest: Buffer; number: number; amountMicros: bigint; balanceMicros: bigint };

/** One link of an account's chain. Without the key nobody can make one, and none can be left out or changed. */
export function linkHash(
  ledgerKey: LedgerKey,
  { previous, digest, number, amountMicros, balanceMicros }: Link,
): Buffer {
  return mac(ledgerKey, previous ?? '', digest, `${number} ${amountMicros} ${balanceMicros}`);
}

import type { Db } from '#server/db/connect.ts';
import { type LedgerHouse, postTransfers, type Transfer } from './post-transfers.ts';

/** What money that came to the node is for: `purpose` is part of the keys of all its transfers. */
type Purpose = { purpose: string; memberId: number; details: Record<string, string> };
type Payment = { nodeId: string; amountMicros: bigint };

/** Money that came to the node is the member's: it is written to their balance, each payment once. */
export async function depositPayments(
  tx: Db,
  house: LedgerHouse,
  { purpose, memberId, details }: Purpose,
  payments: readonly Payment[],
): Promise<void> {
  const transfers = payments.map(({ nodeId, amountMicros }): Transfer => {
    const legs = [
      { account: { kind: 'deposits' }, amountMicros: -amountMicros } as const,
      { account: { kind: 'available', memberId }, amountMicros } as const,
    ];
    return { key: `${purpose}:deposit:${nodeId}`, kind: 'deposit', memberId, details, legs };
  });
  await post(tx, house, transfers);
}

/**
 * Takes money off the balance for a purchase, or with a negative amount gives it back. `upTo` is all that was ever
 * taken, or given back, for this purpose with this step: it makes the step's key.
 */
export async function setAside(
  tx: Db,
  house: LedgerHouse,
  { purpose, memberId, details }: Purpose,
  { amountMicros, upToMicros }: { amountMicros: bigint; upToMicros: bigint },
): Promise<void> {
  const step = amountMicros > 0n ? 'taken' : 'returned';
  const legs = [
    { account: { kind: 'available', memberId }, amountMicros: -amountMicros },
    { account: { kind: 'held', memberId }, amountMicros },
  ] as const;
  await post(tx, house, [{ key: `${purpose}:${step}:${upToMicros}`, kind: 'purchase', memberId, details, legs }]);
}

/** Money that was set aside has bought what it was for; the id of the transfer proves it. */
export async function spendSetAside(
  tx: Db,
  house: LedgerHouse,
  { purpose, memberId, details }: Purpose,
  amountMicros: bigint,
): Promise<number> {
  const legs = [
    { account: { kind: 'held', memberId }, amountMicros: -amountMicros },
    { account: { kind: 'sales' }, amountMicros },
  ] as const;
  const [id] = await post(tx, house, [{ key: `${purpose}:sale`, kind: 'sale', memberId, details, legs }]);
  return id ?? 0;
}

async function post(tx: Db, house: LedgerHouse, transfers: readonly Transfer[]): Promise<number[]> {
  if (transfers.length === 0) return [];
  const posting = await postTransfers(tx, house, transfers);
  if ('shortOf' in posting) throw new Error(`Less is there than ${posting.shortOf.key} needs.`);
  return posting.ids;
}

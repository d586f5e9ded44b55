import type { Db } from '#server/db/connect.ts';
import { type LedgerServices, postTransfers, type Transfer } from './post-transfers.ts';

type Purpose = { purpose: string; memberId: number; details: Record<string, string> };
type Payment = { nodeId: string; amountMicros: bigint };

export function depositKey(purpose: string, nodeId: string): string {
  return `${purpose}:deposit:${nodeId}`;
}

/** Credits each payment once and holds the total. `upToMicros`, the sum ever received, is part of the key. */
export async function receivePayments(
  tx: Db,
  services: LedgerServices,
  about: Purpose,
  { payments, upToMicros }: { payments: readonly Payment[]; upToMicros: bigint },
): Promise<void> {
  const { purpose, memberId, details } = about;
  const deposits = payments.map(({ nodeId, amountMicros }): Transfer => {
    const legs = [
      { account: { kind: 'deposits' }, amountMicros: -amountMicros } as const,
      { account: { kind: 'available', memberId }, amountMicros } as const,
    ];
    return { key: depositKey(purpose, nodeId), kind: 'deposit', memberId, details, legs };
  });
  const amountMicros = payments.reduce((sum, payment) => sum + payment.amountMicros, 0n);
  await post(tx, services, [...deposits, purchase(about, `taken:${upToMicros}`, amountMicros)]);
}

/** `upToMicros`, the sum ever returned, is part of the key. */
export async function releasePayments(
  tx: Db,
  services: LedgerServices,
  about: Purpose,
  { amountMicros, upToMicros }: { amountMicros: bigint; upToMicros: bigint },
): Promise<void> {
  await post(tx, services, [purchase(about, `returned:${upToMicros}`, -amountMicros)]);
}

/** Spends held money; returns the id of the sale. */
export async function captureHold(
  tx: Db,
  services: LedgerServices,
  { purpose, memberId, details }: Purpose,
  amountMicros: bigint,
): Promise<number> {
  const legs = [
    { account: { kind: 'held', memberId }, amountMicros: -amountMicros },
    { account: { kind: 'sales' }, amountMicros },
  ] as const;
  const [id] = await post(tx, services, [{ key: `${purpose}:sale`, kind: 'sale', memberId, details, legs }]);
  return id ?? 0;
}

/** Gives a sold price back; returns the id of the refund. */
export async function refundSale(
  tx: Db,
  services: LedgerServices,
  { purpose, memberId, details }: Purpose,
  amountMicros: bigint,
): Promise<number> {
  const legs = [
    { account: { kind: 'sales' }, amountMicros: -amountMicros },
    { account: { kind: 'available', memberId }, amountMicros },
  ] as const;
  const [id] = await post(tx, services, [{ key: `${purpose}:refund`, kind: 'refund', memberId, details, legs }]);
  return id ?? 0;
}

function purchase({ purpose, memberId, details }: Purpose, step: string, amountMicros: bigint): Transfer {
  const legs = [
    { account: { kind: 'available', memberId }, amountMicros: -amountMicros },
    { account: { kind: 'held', memberId }, amountMicros },
  ] as const;
  return { key: `${purpose}:${step}`, kind: 'purchase', memberId, details, legs };
}

async function post(tx: Db, services: LedgerServices, transfers: readonly Transfer[]): Promise<number[]> {
  const posting = await postTransfers(tx, services, transfers);
  if ('shortOf' in posting) throw new Error(`Less is there than ${posting.shortOf.key} needs.`);
  return posting.ids;
}

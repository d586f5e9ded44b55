import { eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { ledgerEntries } from '#server/db/schema/index.ts';
import { type LedgerServices, type Posting, postTransfers } from './post-transfers.ts';

/** `purpose` is part of the transfers’ keys, so each step happens once. */
export type Hold = { purpose: string; memberId: number; amountMicros: bigint };

/** Covered by the hash; `ledger verify` compares it with the purpose’s own table. */
export type TransferDetails = { details: Record<string, string> };

export function holdFunds(tx: Db, services: LedgerServices, hold: Hold & TransferDetails): Promise<Posting> {
  const { purpose, memberId, amountMicros, details } = hold;
  return postTransfers(tx, services, [
    {
      key: `${purpose}:hold`,
      kind: 'hold',
      memberId,
      details,
      legs: [
        { account: { kind: 'available', memberId }, amountMicros: -amountMicros },
        { account: { kind: 'held', memberId }, amountMicros },
      ],
    },
  ]);
}

/** Counts for the day of the hold, so that no period shows it as earned. */
export async function releaseHold(
  tx: Db,
  services: LedgerServices,
  hold: Hold & TransferDetails & { holdId: number },
): Promise<number> {
  const { purpose, memberId, amountMicros, details } = hold;
  const [holdEntry] = await tx
    .select({ day: ledgerEntries.day })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.transferId, hold.holdId))
    .limit(1);
  if (!holdEntry) throw new Error(`Nothing is held for ${purpose}.`);
  const legs = [
    { account: { kind: 'held', memberId }, amountMicros: -amountMicros } as const,
    { account: { kind: 'available', memberId }, amountMicros } as const,
  ];
  const transfer = { key: `${purpose}:end`, kind: 'release', memberId, details, legs, day: holdEntry.day } as const;
  return onlyId(await postTransfers(tx, services, [transfer]));
}

/** Uses the same key as `releaseHold`, so only one of them can happen. */
export async function payOutHold(
  tx: Db,
  services: LedgerServices,
  hold: Hold & TransferDetails & { feeMicros: bigint },
): Promise<number> {
  const { purpose, memberId, amountMicros, feeMicros, details } = hold;
  const legs = [
    { account: { kind: 'held', memberId }, amountMicros: -amountMicros } as const,
    { account: { kind: 'payouts' }, amountMicros: amountMicros - feeMicros } as const,
    ...(feeMicros > 0n ? [{ account: { kind: 'fees' }, amountMicros: feeMicros } as const] : []),
  ];
  return onlyId(
    await postTransfers(tx, services, [{ key: `${purpose}:end`, kind: 'payout', memberId, details, legs }]),
  );
}

function onlyId(posting: Posting): number {
  if ('shortOf' in posting) throw new Error(`Less is held than ${posting.shortOf.key} needs.`);
  return posting.ids[0] ?? 0;
}

export type Balance = { availableMicros: bigint; heldMicros: bigint };

export async function readBalance(db: Db, memberId: number): Promise<Balance> {
  const { rows } = await db.execute<{ kind: string; balance: string }>(
    sql`select kind, balance from ledger_accounts where member_id = ${memberId}`,
  );
  const balanceOf = (kind: string) => BigInt(rows.find((row) => row.kind === kind)?.balance ?? 0);
  return { availableMicros: balanceOf('available'), heldMicros: balanceOf('held') };
}

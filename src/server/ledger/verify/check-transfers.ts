import { sql } from 'drizzle-orm';
import { moneyText } from '#domain/money.ts';
import type { Db } from '#server/db/connect.ts';
import type { AccountKind, TransferKind } from '#server/db/schema/index.ts';
import { digestOfStored, readTransfers, type StoredLeg, type StoredTransfer } from '../read-transfers.ts';
import { type AccountChains, checkLink } from './account-chains.ts';
import type { KeyTrial } from '#server/base/key-trial.ts';
import { nameOf, type Report } from './report.ts';

type TransferCheck = {
  keys: KeyTrial;
  chains: AccountChains;
  report: Report;
  /** In id order; `isByRetired` if a retired key made one of its links. */
  onTransfer: (transfer: StoredTransfer, digest: Buffer, isByRetired: boolean) => Promise<void> | void;
  onProgress: (share: number) => void;
};

export async function checkTransfers(db: Db, work: TransferCheck): Promise<{ transfers: number; entries: number }> {
  const totals = { transfers: 0, entries: 0 };
  const { rows } = await db.execute<{ last: string | null }>(sql`select max(id) as last from ledger_transfers`);
  const lastId = Number(rows[0]?.last ?? 0);
  let sumMicros = 0n;
  const count = (leg: StoredLeg) => {
    sumMicros += leg.amountMicros;
    totals.entries += 1;
  };
  for await (const { transfers, strays } of readTransfers(db, Number.MIN_SAFE_INTEGER)) {
    for (const transfer of transfers) {
      for (const leg of transfer.legs) count(leg);
      await check(transfer, work);
    }
    for (const stray of strays) {
      count(stray);
      work.report.add('entry_stray', `An entry belongs to transfer ${stray.transferId}, which is not there.`);
    }
    totals.transfers += transfers.length;
    work.onProgress(Math.min(1, (transfers.at(-1)?.id ?? lastId) / Math.max(1, lastId)));
  }
  if (sumMicros !== 0n) {
    work.report.add('transfer_unbalanced', `All entries together come to ${moneyText(sumMicros)} instead of nothing.`);
  }
  return totals;
}

async function check(transfer: StoredTransfer, { keys, chains, report, onTransfer }: TransferCheck): Promise<void> {
  checkTransfer(transfer, report);
  const digest = digestOfStored(transfer);
  let isByRetired = false;
  for (const leg of transfer.legs) {
    if (checkLink({ transfer, leg, digest, keys }, chains, report) === 'retired') isByRetired = true;
  }
  const pending = onTransfer(transfer, digest, isByRetired);
  if (pending) await pending;
}

/** Sign of the amount per account kind; 0 for either. */
const SHAPES: Record<TransferKind, Partial<Record<AccountKind, -1 | 0 | 1>>> = {
  accrual: { earnings: -1, available: 1 },
  correction: { earnings: 0, available: 0 },
  hold: { available: -1, held: 1 },
  release: { held: -1, available: 1 },
  payout: { held: -1, payouts: 1, fees: 1 },
  deposit: { deposits: -1, available: 1 },
  purchase: { available: 0, held: 0 },
  sale: { held: -1, sales: 1 },
  refund: { sales: -1, available: 1 },
};

function checkTransfer(transfer: StoredTransfer, report: Report): void {
  const { legs, legCount } = transfer;
  if (legs.length !== legCount) {
    report.add('transfer_entries', `${nameOf(transfer)} has ${legs.length} entries instead of ${legCount}.`);
  }
  const sum = legs.reduce((total, { amountMicros }) => total + amountMicros, 0n);
  if (sum !== 0n) {
    report.add('transfer_unbalanced', `${nameOf(transfer)} does not balance: its entries come to ${moneyText(sum)}.`);
  }
  const misfit = legs.map((leg) => legFault(transfer, leg)).find(Boolean);
  if (misfit) report.add('transfer_altered', `${nameOf(transfer)} is not as it was written: ${misfit}.`);
}

function legFault(transfer: StoredTransfer, leg: StoredLeg): string | undefined {
  const { account } = leg;
  if (!account) return `there is no account ${leg.accountId}`;
  if (leg.kind !== transfer.kind) return `an entry says “${leg.kind}”, the transfer “${transfer.kind}”`;
  if (leg.atMs !== transfer.atMs) return 'an entry has another time than the transfer';
  const sign = SHAPES[transfer.kind]?.[account.kind];
  if (sign === undefined || (sign !== 0 && sign > 0 !== leg.amountMicros > 0n)) {
    return `a transfer of the kind “${transfer.kind}” does not move ${moneyText(leg.amountMicros)} on “${account.kind}”`;
  }
  if (account.memberId === null) return leg.link && 'an entry of the platform is numbered';
  if (account.memberId !== transfer.memberId) {
    return `it is of member #${transfer.memberId} and moves money of member #${account.memberId}`;
  }
  return undefined;
}

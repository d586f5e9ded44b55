import { moneyText } from '#domain/money.ts';
import type { AccountKind, TransferKind } from '#server/db/schema/index.ts';
import type { StoredLeg, StoredTransfer } from '../read-transfers.ts';
import type { Report } from './report.ts';

/** Whose money a transfer of each kind takes and gives: -1, 1, or 0 for either. */
const SHAPES: Record<TransferKind, Partial<Record<AccountKind, -1 | 0 | 1>>> = {
  accrual: { earnings: -1, available: 1 },
  correction: { earnings: 0, available: 0 },
  hold: { available: -1, held: 1 },
  release: { held: -1, available: 1 },
  payout: { held: -1, payouts: 1, fees: 1 },
  deposit: { deposits: -1, available: 1 },
  purchase: { available: 0, held: 0 },
  sale: { held: -1, sales: 1 },
};

/** What can be seen of a transfer without its neighbours: that it is whole, balances, and is what its kind says. */
export function checkTransfer(transfer: StoredTransfer, report: Report): void {
  const { legs, legCount } = transfer;
  if (legs.length !== legCount) {
    report.add('transfer_entries', `${nameOf(transfer)} has ${legs.length} entries instead of ${legCount}.`);
  }
  const sum = legs.reduce((total, { amountMicros }) => total + amountMicros, 0n);
  if (sum !== 0n) {
    report.add('transfer_unbalanced', `${nameOf(transfer)} does not balance: its entries come to ${moneyText(sum)}.`);
  }
  const misfit = legs.map((leg) => misfitOf(transfer, leg)).find(Boolean);
  if (misfit) report.add('transfer_altered', `${nameOf(transfer)} is not as it was written: ${misfit}.`);
}

export function nameOf({ id, key }: Pick<StoredTransfer, 'id' | 'key'>): string {
  return `Transfer ${id} (${key})`;
}

function misfitOf(transfer: StoredTransfer, leg: StoredLeg): string | undefined {
  const { account } = leg;
  if (!account) return `there is no account ${leg.accountId}`;
  if (leg.kind !== transfer.kind) return `an entry says “${leg.kind}”, the transfer “${transfer.kind}”`;
  if (leg.atMs !== transfer.atMs) return 'an entry has another time than the transfer';
  const way = SHAPES[transfer.kind]?.[account.kind];
  if (way === undefined || (way !== 0 && way > 0 !== leg.amountMicros > 0n)) {
    return `a ${transfer.kind} does not move ${moneyText(leg.amountMicros)} on “${account.kind}”`;
  }
  if (account.memberId === null) return leg.link && 'an entry of the platform is numbered';
  if (account.memberId !== transfer.memberId) {
    return `it is of member #${transfer.memberId} and moves money of member #${account.memberId}`;
  }
  return undefined;
}

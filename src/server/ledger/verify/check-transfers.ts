import { sql } from 'drizzle-orm';
import { moneyText } from '#domain/money.ts';
import type { Db } from '#server/db/connect.ts';
import { digestOfStored, readTransfers, type StoredLeg, type StoredTransfer } from '../read-transfers.ts';
import type { AccountChains } from './account-chains.ts';
import { checkLink } from './check-link.ts';
import { checkTransfer } from './check-transfer.ts';
import type { Report } from './report.ts';
import type { LedgerKey } from '../chain.ts';

type Work = {
  ledgerKey: LedgerKey;
  chains: AccountChains;
  report: Report;
  /** Called for every transfer, in the order of ids. */
  also: (transfer: StoredTransfer, digest: Buffer) => Promise<void> | void;
  tell: (share: number) => void;
};

/** Every transfer and every entry, once, in the order in which each account's chain was made. */
export async function checkTransfers(db: Db, work: Work): Promise<{ transfers: number; entries: number }> {
  const read = { transfers: 0, entries: 0 };
  const { rows } = await db.execute<{ last: string | null }>(sql`select max(id) as last from ledger_transfers`);
  const lastId = Number(rows[0]?.last ?? 0);
  let sumMicros = 0n;
  const count = (leg: StoredLeg) => {
    sumMicros += leg.amountMicros;
    read.entries += 1;
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
    read.transfers += transfers.length;
    work.tell(Math.min(1, (transfers.at(-1)?.id ?? lastId) / Math.max(1, lastId)));
  }
  if (sumMicros !== 0n) {
    work.report.add('transfer_unbalanced', `All entries together come to ${moneyText(sumMicros)} instead of nothing.`);
  }
  return read;
}

async function check(transfer: StoredTransfer, { ledgerKey, chains, report, also }: Work): Promise<void> {
  checkTransfer(transfer, report);
  const digest = digestOfStored(transfer);
  for (const leg of transfer.legs) checkLink({ transfer, leg, digest, ledgerKey }, chains, report);
  const more = also(transfer, digest);
  if (more) await more;
}

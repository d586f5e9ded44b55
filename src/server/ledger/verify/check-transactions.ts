import { sql } from 'drizzle-orm';
import { CURRENCY, moneyText } from '#domain/money.ts';
import { canBeCancelled, isUnfinished, type TransactionState } from '#domain/transaction.ts';
import type { Db } from '#server/db/connect.ts';
import { readTransactions, type StoredTransaction } from './read-transactions.ts';
import { type Report, wrongSteps } from './report.ts';

/** Maximum clock difference; sale, end and place are written in one transaction. */
const SAME_TIME_MS = 60_000;

export async function checkTransactions(db: Db, report: Report, onProgress: (share: number) => void): Promise<number> {
  let count = 0;
  const { rows } = await db.execute<{ all: number }>(sql`select count(*)::int as all from transactions`);
  for await (const { transactions, unclaimed } of readTransactions(db)) {
    for (const transaction of transactions) check(transaction, report);
    for (const { key, transferCount } of unclaimed) {
      const words = transferCount === 1 ? `Transfer ${key} is` : `${transferCount} transfers such as ${key} are`;
      report.add('purchase_of_nothing', `${words} for a transaction that is not there.`);
    }
    count += transactions.length;
    onProgress(count / Math.max(1, rows[0]?.all ?? 0));
  }
  await checkPayments(db, report);
  return count;
}

function check(transaction: StoredTransaction, report: Report): void {
  const add = (code: Parameters<Report['add']>[0], words: string) =>
    report.add(code, `Transaction ${transaction.id} of member #${transaction.memberId}: ${words}.`);
  const altered = alteredFault(transaction);
  if (altered) add('transaction_altered', altered);
  const money = moneyFault(transaction);
  if (money) add('transaction_money', money);
  const sale = saleFault(transaction);
  if (sale) add('transaction_sale', sale);
  const refund = refundFault(transaction);
  if (refund) add('transaction_refund', refund);
  const steps = stepsFault(transaction);
  if (steps) add('transaction_steps', steps);
  const place = placeFault(transaction);
  if (place) add('transaction_place', place);
}

function alteredFault({ planId, moved }: StoredTransaction): string | undefined {
  if (moved.isOfOthers) return 'some of the money that was moved for it is another member’s';
  if (moved.isOfOtherPlan) return `it says it is for ${planId}, not what money was moved for`;
  return moved.isMisnamed ? 'a transfer for it is not what its key says' : undefined;
}

function moneyFault({ receivedMicros, returnedMicros, moved }: StoredTransaction): string | undefined {
  if (moved.depositedMicros !== receivedMicros) {
    return `it says that ${moneyText(receivedMicros)} came; ${moneyText(moved.depositedMicros)} was deposited`;
  }
  if (moved.takenMicros !== receivedMicros) {
    return `${moneyText(receivedMicros)} came, but ${moneyText(moved.takenMicros)} was held`;
  }
  if (moved.returnedMicros !== returnedMicros) {
    return `it says that ${moneyText(returnedMicros)} was given back; it was ${moneyText(moved.returnedMicros)}`;
  }
  return undefined;
}

function saleFault(transaction: StoredTransaction): string | undefined {
  const { state, priceMicros, saleId, endedAtMs, moved } = transaction;
  const { sale } = moved;
  if (state !== 'active') return sale && `it is “${state}”, but its money was spent (transfer ${sale.id})`;
  if (!sale) return 'it is “active”, but its price was not taken';
  if (sale.id !== saleId) return 'the transfer that took its price is not the one it names';
  if (sale.amountMicros !== priceMicros) {
    return `its price is ${moneyText(priceMicros)}, but ${moneyText(sale.amountMicros)} was taken`;
  }
  const isFar = endedAtMs === null || !(Math.abs(endedAtMs - sale.atMs) <= SAME_TIME_MS);
  return isFar ? 'it says another time than its price was taken at' : undefined;
}

function refundFault(transaction: StoredTransaction): string | undefined {
  const { priceMicros, withdrawal, vacatedCount, moved } = transaction;
  const { refund } = moved;
  if (!withdrawal) {
    if (refund) return `nobody withdrew from it, but its price was given back (transfer ${refund.id})`;
    return vacatedCount > 0 ? 'nobody withdrew from it, but its seat was freed' : undefined;
  }
  if (refund?.id !== withdrawal.refundId) return 'the transfer that gave its price back is not the one it names';
  if (refund.amountMicros !== priceMicros || withdrawal.amountMicros !== priceMicros) {
    return `its price is ${moneyText(priceMicros)}, but ${moneyText(refund.amountMicros)} was given back`;
  }
  if (!withdrawal.isOfOwner) return 'another member withdrew from it';
  if (!withdrawal.isInTime) return 'it was withdrawn after its last day';
  if (vacatedCount !== 1) return 'it was withdrawn, but its seat was not freed';
  const isFar = !(Math.abs(withdrawal.atMs - refund.atMs) <= SAME_TIME_MS);
  return isFar ? 'it says another time than its price was given back at' : undefined;
}

function stepsFault({ state, steps }: StoredTransaction): string | undefined {
  const isWay = steps.every((step, index) => leadsTo(steps[index - 1], step));
  if (steps.length > 0 && steps.at(-1) === state && isWay) return undefined;
  return wrongSteps(state, steps);
}

/** Payments arrive in any order, so unfinished states may follow each other in any order. */
function leadsTo(before: TransactionState | undefined, next: TransactionState): boolean {
  if (before === undefined) return next === 'awaiting_payment';
  if (next === 'cancelled') return canBeCancelled(before);
  return isUnfinished(before) && next !== before;
}

function placeFault({ state, placeCount }: StoredTransaction): string | undefined {
  if (state === 'active') return placeCount === 1 ? undefined : `it is “active”, but has ${placeCount} places`;
  return placeCount === 0 ? undefined : `it is “${state}”, but has a place`;
}

type Payment = { transaction_id: string | null; node_id: string | null; key: string | null };

async function checkPayments(db: Db, report: Report): Promise<void> {
  const { rows } = await db.execute<Payment>(sql`
    with reported as (
      select transaction_id, node_id, amount, 'transaction:' || transaction_id || ':deposit:' || node_id as key
      from transaction_payments where currency = ${CURRENCY}
    ), deposited as (
      select t.key, sum(e.amount) filter (where e.amount > 0) as amount
      from ledger_transfers t left join ledger_entries e on e.transfer_id = t.id
      where t.kind = 'deposit' group by t.id
    )
    select transaction_id, node_id, deposited.key
    from reported full join deposited on deposited.key = reported.key
    where reported.amount is distinct from deposited.amount limit 100`);
  for (const { transaction_id: id, node_id, key } of rows) {
    const words =
      id === null
        ? `Transfer ${key} is for a payment that the node did not tell of.`
        : `Transaction ${id}: its payment ${node_id} is not what was deposited for it.`;
    report.add('payment_wrong', words);
  }
}

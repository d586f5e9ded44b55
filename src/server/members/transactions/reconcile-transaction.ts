import { asc, eq } from 'drizzle-orm';
import { CURRENCY, moneyText } from '#domain/money.ts';
import { isUnfinished, type SeenPayment, stateAfter, sumOf } from '#domain/transaction.ts';
import type { Db } from '#server/db/connect.ts';
import { transactionPayments } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { JobPayloads } from '#server/jobs/add-job.ts';
import { receivePayments } from '#server/ledger/index.ts';
import { CLOSING, type PaymentRequestOutcome } from '#server/node/index.ts';
import { scheduleReconciliation } from './reconcile-job.ts';
import {
  activateTransaction,
  findTransaction,
  lockTransaction,
  moveOn,
  purposeOf,
  returnMoney,
  type TransactionRow,
  updateTransaction,
} from './move-transaction.ts';

/** Repeatable: payments have the node's ids. Calls the node without an open transaction. */
export async function reconcileTransaction(
  services: Services,
  { transactionId }: JobPayloads['follow-transaction'],
): Promise<void> {
  const row = await findTransaction(services.db, transactionId);
  if (!row) return;
  const outcome = await callNode(services, row);
  // The process is closing. The sweep after the next start checks again.
  if (outcome.state === 'unknown' && outcome.because === CLOSING) return;
  if (outcome.state === 'unknown' || (outcome.state === 'absent' && row.address)) {
    services.log('warn', 'payment request', { transactionId, ...outcome });
  }
  await services.transaction(async (tx) => {
    const locked = await lockTransaction(tx, row);
    await scheduleReconciliation(tx, services, await record(tx, services, locked, outcome));
  });
  await services.replica?.noteWrite(row.memberId);
}

/** Opens missing requests, closes cancelled ones, otherwise reads; always with the transaction's id. */
async function callNode({ node }: Services, row: TransactionRow): Promise<PaymentRequestOutcome> {
  const { id, price, expiresAt } = row;
  const order = { id, amount: moneyText(price), currency: CURRENCY, expires_at: expiresAt.toISOString() } as const;
  if (isUnfinished(row.state) && !row.address) return node.requestPayment(order);
  const current = await node.readPaymentRequest(order);
  const isLeftOpen = row.state === 'cancelled' && current.state === 'open';
  return isLeftOpen ? node.cancelPaymentRequest(order) : current;
}

async function record(
  tx: Db,
  services: Services,
  row: TransactionRow,
  outcome: PaymentRequestOutcome,
): Promise<TransactionRow> {
  if (!('payments' in outcome)) {
    // No news, but a deadline may have passed.
    const pending = { amountMicros: row.pending, isConfirmed: false, at: row.paidAt ?? services.clock.now() };
    return settle(tx, services, row, [...seenOf(await recordedPayments(tx, row.id)), pending]);
  }
  const { address, payUrl, payments } = outcome;
  await recordPayments(tx, services, row, payments);
  const recorded = await recordedPayments(tx, row.id);
  const pending = payments.filter(isPending);
  const updated = await updateTransaction(tx, row.id, { address, payUrl, pending: sumOf(pending) });
  return settle(tx, services, updated, [...seenOf(recorded), ...pending]);

  /** Another check may have recorded it as confirmed since the node answered. */
  function isPending({ id, isConfirmed, currency }: NodePayment): boolean {
    return !isConfirmed && currency === CURRENCY && recorded.every(({ nodeId }) => nodeId !== id);
  }
}

type NodePayment = SeenPayment & { id: string; currency: string };

async function recordPayments(
  tx: Db,
  services: Services,
  row: TransactionRow,
  payments: readonly NodePayment[],
): Promise<void> {
  const confirmed = payments.filter(({ isConfirmed }) => isConfirmed);
  if (confirmed.length === 0) return;
  const inserted = await tx
    .insert(transactionPayments)
    .values(
      confirmed.map(({ id, amountMicros, currency, at }) => ({
        transactionId: row.id,
        nodeId: id,
        amountMicros,
        currency,
        at,
      })),
    )
    .onConflictDoNothing()
    .returning();
  const newPayments = inserted
    .filter(({ currency }) => currency === CURRENCY)
    .map(({ nodeId, amountMicros }) => ({ nodeId, amountMicros }));
  if (newPayments.length === 0) return;
  const received = row.received + sumOf(newPayments);
  await receivePayments(tx, services, purposeOf(row), { payments: newPayments, upToMicros: received });
  await updateTransaction(tx, row.id, { received });
}

type Recorded = typeof transactionPayments.$inferSelect;

function recordedPayments(tx: Db, id: string): Promise<Recorded[]> {
  return tx
    .select()
    .from(transactionPayments)
    .where(eq(transactionPayments.transactionId, id))
    .orderBy(asc(transactionPayments.id));
}

function seenOf(recorded: readonly Recorded[]): SeenPayment[] {
  return recorded
    .filter(({ currency }) => currency === CURRENCY)
    .map(({ amountMicros, at }) => ({ amountMicros, at, isConfirmed: true }));
}

/** Money for an ended transaction returns to the balance. */
async function settle(
  tx: Db,
  services: Services,
  row: TransactionRow,
  payments: readonly SeenPayment[],
): Promise<TransactionRow> {
  if (!isUnfinished(row.state)) return returnMoney(tx, services, row);
  const paidAt = row.paidAt ?? paidAtOf(payments, row.price);
  const current = paidAt && !row.paidAt ? await updateTransaction(tx, row.id, { paidAt }) : row;
  const { state, price: priceMicros, expiresAt } = current;
  const next = stateAfter({ state, priceMicros, expiresAt }, payments, services.clock.now());
  if (next === 'active') return activateTransaction(tx, services, current, 'node');
  if (next === state) return current;
  return moveOn(tx, services, current, next === 'expired' ? 'platform' : 'node', { state: next });
}

/** Node time at which the sum first reached the price. */
function paidAtOf(payments: readonly SeenPayment[], priceMicros: bigint): Date | null {
  let sum = 0n;
  for (const { amountMicros, at } of payments.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    sum += amountMicros;
    if (sum >= priceMicros) return at;
  }
  return null;
}

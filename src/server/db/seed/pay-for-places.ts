import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { CURRENCY } from '#domain/money.ts';
import { PAYABLE_MINUTES } from '#domain/transaction.ts';
import { addSeconds } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { plans, transactionPayments, transactions, transactionSteps } from '#server/db/schema/index.ts';
import { type LedgerHouse, receivePayments } from '#server/ledger/index.ts';
import { openPaidPlace, purposeOf, type TransactionRow } from '#server/transactions/index.ts';

/** What somebody will have paid for at that time. */
type Wish = { memberId: number; planId: string; at: Date };

const ASKED_SECONDS_BEFORE = 600;
const PAID_SECONDS_BEFORE = 180;
/** As its own figures of a payment that the node never saw. */
const NODE_ID = 'demo';

/** Requests of the past, many at once: there are hundreds in the demo. Each is paid with `payFor`. */
export async function requestPlaces(tx: Db, wishes: readonly Wish[]): Promise<TransactionRow[]> {
  if (wishes.length === 0) return [];
  const prices = new Map((await tx.select().from(plans)).map(({ id, price }) => [id, price]));
  const rows = wishes.map(({ memberId, planId, at }) => {
    const price = prices.get(planId);
    if (price === undefined) throw new Error(`There is no plan ${planId}.`);
    const createdAt = addSeconds(at, -ASKED_SECONDS_BEFORE);
    const expiresAt = addSeconds(createdAt, PAYABLE_MINUTES * 60);
    const state = 'awaiting_payment' as const;
    return { id: randomUUID(), memberId, planId, price, state, createdAt, expiresAt, address: NODE_ID };
  });
  const requests = await tx.insert(transactions).values(rows).returning();
  await tx
    .insert(transactionSteps)
    .values(rows.map(({ id, state, createdAt }) => ({ transactionId: id, state, at: createdAt, actor: 'member' })));
  await tx.insert(transactionPayments).values(
    rows.map(({ id, price, createdAt }) => {
      const at = addSeconds(createdAt, ASKED_SECONDS_BEFORE - PAID_SECONDS_BEFORE);
      return { transactionId: id, nodeId: NODE_ID, amount: price, currency: CURRENCY, at };
    }),
  );
  return requests;
}

/** Its payment has come, and the place is opened. */
export async function payFor(tx: Db, house: LedgerHouse, row: TransactionRow | undefined): Promise<void> {
  if (!row) return;
  const { price } = row;
  const paidAt = addSeconds(house.clock.now(), -PAID_SECONDS_BEFORE);
  const payments = [{ nodeId: NODE_ID, amountMicros: price }];
  await receivePayments(tx, house, purposeOf(row), { payments, upToMicros: price });
  await tx.update(transactions).set({ received: price, paidAt }).where(eq(transactions.id, row.id));
  await openPaidPlace(tx, house, row, 'node');
}

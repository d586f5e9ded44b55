import { and, eq, inArray, sql } from 'drizzle-orm';
import { isUnfinished, type TransactionState, UNFINISHED_STATES } from '#domain/transaction.ts';
import { isUuid } from '#domain/uuid.ts';
import { withdrawalEnd } from '#domain/withdrawal-right.ts';
import type { Actor } from '#server/base/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { prepared } from '#server/db/prepared.ts';
import { members, transactions, transactionSteps } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { type LedgerServices, lockAccounts, releasePayments, captureHold } from '#server/ledger/index.ts';
import { notify } from '#server/members/notices/index.ts';
import { openPlace, notifyClosed } from '#server/members/places/index.ts';

export type TransactionRow = typeof transactions.$inferSelect;

/** Locks the member's account. Take it before locking a transaction. */
export function lockMoney(tx: Db, memberId: number): Promise<unknown> {
  return lockAccounts(tx, [{ kind: 'available', memberId }]);
}

export async function findTransaction(db: Db, id: string, memberId?: number): Promise<TransactionRow | undefined> {
  if (!isUuid(id)) return undefined;
  const isOwn = memberId === undefined ? undefined : eq(transactions.memberId, memberId);
  const [row] = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.id, id), isOwn));
  return row;
}

export async function lockTransaction(tx: Db, { id, memberId }: { id: string; memberId: number }) {
  await lockMoney(tx, memberId);
  const [row] = await tx.select().from(transactions).where(eq(transactions.id, id)).for('update');
  if (!row) throw new Error(`There is no transaction ${id}.`);
  return row;
}

export async function findUnfinished(db: Db, memberId: number): Promise<TransactionRow | undefined> {
  const [row] = await unfinished(db).execute({ memberId });
  return row;
}

const unfinished = prepared((db) =>
  db
    .select()
    .from(transactions)
    .where(and(eq(transactions.memberId, sql.placeholder('memberId')), inArray(transactions.state, UNFINISHED_STATES)))
    .prepare('unfinished'),
);

export async function activateTransaction(
  tx: Db,
  services: Services,
  row: TransactionRow,
  actor: Actor,
): Promise<TransactionRow> {
  const { active, filled } = await openPaidPlace(tx, services, row, actor);
  await notifyOwner(tx, services, active, 'place-opened');
  await notifyClosed(tx, services, filled, 'full');
  return returnMoney(tx, services, active);
}

export type SaleServices = LedgerServices & { config: Pick<Services['config'], 'timeZone' | 'purchases'> };

/** Sends no notices. */
export async function openPaidPlace(
  tx: Db,
  services: SaleServices,
  row: TransactionRow,
  actor: Actor,
): Promise<{ active: TransactionRow; filled: Awaited<ReturnType<typeof openPlace>> }> {
  const saleId = await captureHold(tx, services, purposeOf(row), row.price);
  const endedAt = services.clock.now();
  const { timeZone, purchases } = services.config;
  const withdrawUntil = withdrawalEnd(endedAt, purchases.withdrawalDays, timeZone);
  const active = await moveOn(tx, services, row, actor, { state: 'active', saleId, endedAt, withdrawUntil });
  return { active, filled: await openPlace(tx, services, active) };
}

export async function cancelTransaction(
  tx: Db,
  services: Services,
  row: TransactionRow,
  actor: Actor,
): Promise<TransactionRow> {
  const cancelled = await moveOn(tx, services, row, actor, { state: 'cancelled', endedAt: services.clock.now() });
  return returnMoney(tx, services, cancelled);
}

export async function returnMoney(tx: Db, services: Services, row: TransactionRow): Promise<TransactionRow> {
  const amountMicros = heldFor(row);
  if (amountMicros === 0n) return row;
  const returned = row.returned + amountMicros;
  await releasePayments(tx, services, purposeOf(row), { amountMicros, upToMicros: returned });
  const updated = await updateTransaction(tx, row.id, { returned });
  await notifyOwner(tx, services, updated, 'payment-returned');
  return updated;
}

function heldFor({ state, price, received, returned }: TransactionRow): bigint {
  return received - returned - (state === 'active' ? price : 0n);
}

export function purposeOf({ id, memberId, planId }: Pick<TransactionRow, 'id' | 'memberId' | 'planId'>) {
  return { purpose: `transaction:${id}`, memberId, details: { transaction: id, plan: planId } };
}

type Change = Partial<TransactionRow> & { state: TransactionState };

export async function moveOn(
  tx: Db,
  services: Pick<Services, 'clock'>,
  row: TransactionRow,
  actor: Actor,
  change: Change,
): Promise<TransactionRow> {
  if (!isUnfinished(row.state)) throw new Error(`Transaction ${row.id} has ended.`);
  const moved = await updateTransaction(tx, row.id, change);
  await recordStep(tx, services, moved, actor);
  return moved;
}

export async function recordStep(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  { id, state }: TransactionRow,
  actor: Actor,
): Promise<void> {
  await tx.insert(transactionSteps).values({ transactionId: id, state, at: clock.now(), actor });
}

export async function updateTransaction(tx: Db, id: string, change: Partial<TransactionRow>): Promise<TransactionRow> {
  const [row] = await tx.update(transactions).set(change).where(eq(transactions.id, id)).returning();
  if (!row) throw new Error(`There is no transaction ${id}.`);
  return row;
}

type OwnerNotice = 'place-opened' | 'payment-returned' | 'purchase-withdrawn';

export async function notifyOwner(
  tx: Db,
  services: Services,
  { id, memberId }: TransactionRow,
  kind: OwnerNotice,
): Promise<void> {
  const [member] = await tx.select().from(members).where(eq(members.id, memberId));
  if (member) await notify(tx, services, member, kind, id);
}

import { and, eq, inArray, sql } from 'drizzle-orm';
import { isUnfinished, type TransactionState, UNFINISHED_STATES } from '#domain/transaction.ts';
import { isUuid } from '#domain/uuid.ts';
import type { Actor } from '#server/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { prepared } from '#server/db/prepared.ts';
import { members, transactions, transactionSteps } from '#server/db/schema/index.ts';
import type { House } from '#server/services.ts';
import { type LedgerHouse, lockAccounts, returnSetAside, spendSetAside } from '#server/ledger/index.ts';
import { tell } from '#server/notices/index.ts';
import { openPlace, tellClosed } from '#server/places/index.ts';

export type TransactionRow = typeof transactions.$inferSelect;

/** Everything a member's money does waits here for what is before it; always before a transaction is locked. */
export function lockMoney(tx: Db, memberId: number): Promise<unknown> {
  return lockAccounts(tx, [{ kind: 'available', memberId }]);
}

export async function findTransaction(db: Db, id: string, memberId?: number): Promise<TransactionRow | undefined> {
  if (!isUuid(id)) return undefined;
  const mine = memberId === undefined ? undefined : eq(transactions.memberId, memberId);
  const [row] = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.id, id), mine));
  return row;
}

/** A transaction, held against everybody else until ours ends; the money of its member is locked before it. */
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

/** The price is spent, the place opened, and what came above it goes back to the balance. */
export async function activateTransaction(
  tx: Db,
  house: House,
  row: TransactionRow,
  actor: Actor,
): Promise<TransactionRow> {
  const { active, filled } = await openPaidPlace(tx, house, row, actor);
  await tellOwner(tx, house, active, 'place-opened');
  await tellClosed(tx, house, filled, 'full');
  return returnMoney(tx, house, active);
}

/** The same, without a word to its owner or to those whose structures it has filled. */
export async function openPaidPlace(
  tx: Db,
  house: LedgerHouse,
  row: TransactionRow,
  actor: Actor,
): Promise<{ active: TransactionRow; filled: Awaited<ReturnType<typeof openPlace>> }> {
  const saleId = await spendSetAside(tx, house, purposeOf(row), row.price);
  const endedAt = house.clock.now();
  const active = await moveOn(tx, house, row, actor, { state: 'active', saleId, endedAt });
  return { active, filled: await openPlace(tx, house, active) };
}

/** It will not be paid any more; what had come goes back to the balance. */
export async function cancelTransaction(
  tx: Db,
  house: House,
  row: TransactionRow,
  actor: Actor,
): Promise<TransactionRow> {
  const cancelled = await moveOn(tx, house, row, actor, { state: 'cancelled', endedAt: house.clock.now() });
  return returnMoney(tx, house, cancelled);
}

/** Gives back what is set aside for an ended transaction. */
export async function returnMoney(tx: Db, house: House, row: TransactionRow): Promise<TransactionRow> {
  const amountMicros = heldFor(row);
  if (amountMicros === 0n) return row;
  const returned = row.returned + amountMicros;
  await returnSetAside(tx, house, purposeOf(row), { amountMicros, upToMicros: returned });
  const written = await write(tx, row.id, { returned });
  await tellOwner(tx, house, written, 'payment-returned');
  return written;
}

/** What is set aside for it now. */
function heldFor({ state, price, received, returned }: TransactionRow): bigint {
  return received - returned - (state === 'active' ? price : 0n);
}

/** By which the ledger knows whose money it is and what it is for. */
export function purposeOf({ id, memberId, planId }: Pick<TransactionRow, 'id' | 'memberId' | 'planId'>) {
  return { purpose: `transaction:${id}`, memberId, details: { transaction: id, plan: planId } };
}

type Change = Partial<TransactionRow> & { state: TransactionState };

export async function moveOn(
  tx: Db,
  house: Pick<House, 'clock'>,
  row: TransactionRow,
  actor: Actor,
  change: Change,
): Promise<TransactionRow> {
  if (!isUnfinished(row.state)) throw new Error(`Transaction ${row.id} has ended.`);
  const moved = await write(tx, row.id, change);
  await recordStep(tx, house, moved, actor);
  return moved;
}

export async function recordStep(
  tx: Db,
  { clock }: Pick<House, 'clock'>,
  { id, state }: TransactionRow,
  actor: Actor,
): Promise<void> {
  await tx.insert(transactionSteps).values({ transactionId: id, state, at: clock.now(), actor });
}

export async function write(tx: Db, id: string, change: Partial<TransactionRow>): Promise<TransactionRow> {
  const [row] = await tx.update(transactions).set(change).where(eq(transactions.id, id)).returning();
  if (!row) throw new Error(`There is no transaction ${id}.`);
  return row;
}

type Happened = 'place-opened' | 'payment-returned';

async function tellOwner(tx: Db, house: House, { id, memberId }: TransactionRow, kind: Happened): Promise<void> {
  const [member] = await tx.select().from(members).where(eq(members.id, memberId));
  if (member) await tell(tx, house, member, kind, id);
}

import { and, eq } from 'drizzle-orm';
import { type Refused, refuse } from '#domain/refusals.ts';
import { NEXT_STATES, type PayoutFailure, RECEIPT_SECONDS, type WithdrawalState } from '#domain/withdrawal.ts';
import { isUuid } from '#domain/uuid.ts';
import type { Actor } from '#server/base/actor.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { members, withdrawals, withdrawalSteps } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { payOutHold, releaseHold } from '#server/ledger/index.ts';
import { notify } from '#server/members/notices/index.ts';
import { addPayOutJob } from './pay-out-job.ts';
import { isStopped } from './stop/is-stopped.ts';

export type WithdrawalRow = typeof withdrawals.$inferSelect;
type MoveResult = Promise<WithdrawalRow | Refused>;

export async function lockWithdrawal(tx: Db, id: string, memberId?: number): Promise<WithdrawalRow | undefined> {
  if (!isUuid(id)) return undefined;
  const isOwn = memberId === undefined ? undefined : eq(withdrawals.memberId, memberId);
  const [row] = await tx
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.id, id), isOwn))
    .for('update');
  return row;
}

/** By staff; refused while the owner has paused withdrawals. */
export async function approveWithdrawal(tx: Db, services: Services, row: WithdrawalRow, actor: Actor): MoveResult {
  if (!canBecome(row, 'approved')) return refuse('withdrawal_moved_on');
  return (await isStopped(tx, row.memberId)) ? refuse('owner_stopped') : approve(tx, services, row, actor);
}

export async function approve(tx: Db, services: Services, row: WithdrawalRow, actor: Actor): MoveResult {
  if (!canBecome(row, 'approved')) return refuse('withdrawal_moved_on');
  const [moved] = await Promise.all([
    moveOn(tx, services, row, actor, { state: 'approved' }),
    addPayOutJob(tx, row.id),
  ]);
  return moved;
}

export async function beginSending(tx: Db, services: Services, row: WithdrawalRow): MoveResult {
  if (!canBecome(row, 'sending')) return refuse('withdrawal_moved_on');
  return moveOn(tx, services, row, 'platform', { state: 'sending' });
}

export async function completeWithdrawal(tx: Db, services: Services, row: WithdrawalRow, chainId: string): MoveResult {
  if (!canBecome(row, 'completed')) return refuse('withdrawal_moved_on');
  const endId = await payOutHold(tx, services, { ...holdOf(row), feeMicros: row.fee, details: { chain: chainId } });
  const completedAt = services.clock.now();
  const receiptUntil = addSeconds(completedAt, RECEIPT_SECONDS);
  const [moved] = await Promise.all([
    moveOn(tx, services, row, 'node', { state: 'completed', endId, chainId, completedAt, receiptUntil }),
    notifyOwner(tx, services, row, 'withdrawal-completed'),
  ]);
  return moved;
}

/** `rejected` has the operator's words; `failed` has a code that is translated for the reader. */
type Return =
  { state: 'cancelled' } | { state: 'rejected'; reason: string } | { state: 'failed'; reason: PayoutFailure };

export async function returnWithdrawal(
  tx: Db,
  services: Services,
  row: WithdrawalRow,
  actor: Actor,
  end: Return,
): MoveResult {
  if (!canBecome(row, end.state)) return refuse('withdrawal_moved_on');
  const endId = await releaseHold(tx, services, { ...holdOf(row), holdId: row.holdId, details: end });
  if (end.state === 'cancelled') return moveOn(tx, services, row, actor, { ...end, endId });
  const receiptUntil = addSeconds(services.clock.now(), RECEIPT_SECONDS);
  const moved = await moveOn(tx, services, row, actor, { ...end, endId, receiptUntil });
  await notifyOwner(tx, services, row, 'withdrawal-returned');
  return moved;
}

function canBecome({ state }: WithdrawalRow, next: WithdrawalState): boolean {
  return NEXT_STATES[state].includes(next);
}

export function purposeOf(withdrawalId: string): string {
  return `withdrawal:${withdrawalId}`;
}

function holdOf({ id, memberId, amountMicros }: WithdrawalRow) {
  return { purpose: purposeOf(id), memberId, amountMicros };
}

type Change = Partial<WithdrawalRow> & { state: WithdrawalState };

async function moveOn(
  tx: Db,
  services: Services,
  row: WithdrawalRow,
  actor: Actor,
  change: Change,
): Promise<WithdrawalRow> {
  const [moved] = await tx.update(withdrawals).set(change).where(eq(withdrawals.id, row.id)).returning();
  if (!moved) throw new Error(`There is no withdrawal ${row.id}.`);
  await recordStep(tx, services, moved, actor);
  return moved;
}

export async function recordStep(
  tx: Db,
  services: Services,
  { id, state }: WithdrawalRow,
  actor: Actor,
): Promise<void> {
  await tx.insert(withdrawalSteps).values({ withdrawalId: id, state, at: services.clock.now(), actor });
}

type OwnerNotice = 'withdrawal-completed' | 'withdrawal-returned';

async function notifyOwner(
  tx: Db,
  services: Services,
  { id, memberId }: WithdrawalRow,
  kind: OwnerNotice,
): Promise<void> {
  const [member] = await tx.select().from(members).where(eq(members.id, memberId));
  if (member) await notify(tx, services, member, kind, id);
}

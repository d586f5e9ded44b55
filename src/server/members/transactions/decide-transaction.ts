import { type Refused, refuse } from '#domain/refusals.ts';
import { canBeCancelled, isUnfinished } from '#domain/transaction.ts';
import type { Actor } from '#server/base/actor.ts';
import type { Db } from '#server/db/connect.ts';
import type { Services } from '#server/api/services.ts';
import { addReconcileJob } from './reconcile-job.ts';
import { activateTransaction, cancelTransaction, type TransactionRow } from './move-transaction.ts';

type Decider = Extract<Actor, `${'operator' | 'staff'}:${string}`>;

/** Possible however late, once the price was received. */
export async function settleTransaction(
  tx: Db,
  services: Services,
  row: TransactionRow,
  actor: Decider,
): Promise<TransactionRow | Refused> {
  if (!isUnfinished(row.state) || row.received < row.price) return refuse('transaction_moved_on');
  return activateTransaction(tx, services, row, actor);
}

export async function refundTransaction(
  tx: Db,
  services: Services,
  row: TransactionRow,
  actor: Decider,
): Promise<TransactionRow | Refused> {
  if (!canBeCancelled(row.state)) return refuse('transaction_moved_on');
  const cancelled = await cancelTransaction(tx, services, row, actor);
  await addReconcileJob(tx, row.id);
  return cancelled;
}

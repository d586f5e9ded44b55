import { type Refused, refuse } from '#domain/refusals.ts';
import { canBeCancelled } from '#domain/transaction.ts';
import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { plans } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import { consumeRateLimit } from '#server/api/rate-limits.ts';
import { addReconcileJob } from './reconcile-job.ts';
import { cancelTransaction, findTransaction, lockTransaction, type TransactionRow } from './move-transaction.ts';
import { openTransaction, planFor } from './request-place.ts';

type Input = { id: string };

export async function cancelMemberTransaction(
  tx: Db,
  services: Services,
  { id }: Input,
  { session: { member } }: MemberCaller,
): Promise<TransactionRow | Refused> {
  const row = await lockOwn(tx, id, member.id);
  if (!row) return refuse('not_found');
  return row.state === 'cancelled' ? row : cancel(tx, services, row);
}

/** The new request has the current price. */
export async function recreateMemberTransaction(
  tx: Db,
  services: Services,
  { id }: Input,
  { session: { member } }: MemberCaller,
): Promise<TransactionRow | Refused> {
  const row = await lockOwn(tx, id, member.id);
  if (!row) return refuse('not_found');
  if (!canBeCancelled(row.state)) return refuse('transaction_moved_on');
  const [{ platform } = { platform: undefined }] = await tx
    .select({ platform: plans.platform })
    .from(plans)
    .where(eq(plans.id, row.planId));
  const plan = platform ? await planFor(tx, member.id, platform, row.planId) : refuse('not_found');
  if ('refused' in plan) return plan;
  const rateLimited = await consumeRateLimit(
    { db: tx, clock: services.clock },
    'placeRequestAccount',
    String(member.id),
  );
  if (rateLimited) return rateLimited;
  await cancel(tx, services, row);
  return openTransaction(tx, services, row, plan);
}

async function lockOwn(tx: Db, id: string, memberId: number): Promise<TransactionRow | undefined> {
  const row = await findTransaction(tx, id, memberId);
  return row && lockTransaction(tx, row);
}

/** The queued check tells the node at once. */
async function cancel(tx: Db, services: Services, row: TransactionRow): Promise<TransactionRow | Refused> {
  if (!canBeCancelled(row.state)) return refuse('transaction_moved_on');
  const cancelled = await cancelTransaction(tx, services, row, 'member');
  await addReconcileJob(tx, row.id);
  return cancelled;
}

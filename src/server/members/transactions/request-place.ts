import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import type { requestPlace } from '#contracts/places.ts';
import { type Platform, purchaseBlocker } from '#domain/places.ts';
import { parseMoney } from '#domain/money.ts';
import { type Refused, refuse, refuseField } from '#domain/refusals.ts';
import { PAYABLE_MINUTES } from '#domain/transaction.ts';
import { isStillMember } from '#server/members/auth/index.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { transactions } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import { consumeRateLimit } from '#server/api/rate-limits.ts';
import { termsRefusal } from '#server/members/consents/index.ts';
import { type PlanRow, readHoldings } from '#server/members/places/index.ts';
import { addReconcileJob } from './reconcile-job.ts';
import { findUnfinished, lockMoney, recordStep, type TransactionRow } from './move-transaction.ts';

type Input = z.output<typeof requestPlace.input>;

export async function requestMemberPlace(
  tx: Db,
  services: Services,
  { platform, plan: planId, price, at_once: atOnce }: Input,
  { session: { member } }: MemberCaller,
): Promise<TransactionRow | Refused> {
  await lockMoney(tx, member.id);
  if (!(await isStillMember(tx, member.id))) return refuse('no_session');
  const plan = await planFor(tx, member.id, platform, planId);
  if ('refused' in plan) return plan;
  if (await findUnfinished(tx, member.id)) return refuse('unfinished_transaction');
  if (services.config.purchases.withdrawalDays > 0 && !atOnce) return refuseField('at_once', 'box_unticked');
  if (price !== undefined && parseMoney(price) !== plan.price) return refuse('price_changed');
  const rateLimited = await consumeRateLimit(
    { db: tx, clock: services.clock },
    'placeRequestAccount',
    String(member.id),
  );
  return (
    rateLimited ??
    openTransaction(tx, services, { memberId: member.id, immediateAt: atOnce ? services.clock.now() : null }, plan)
  );
}

export async function planFor(
  tx: Db,
  memberId: number,
  platform: Platform,
  planId: string,
): Promise<PlanRow | Refused> {
  const unagreed = await termsRefusal(tx, memberId);
  if (unagreed) return unagreed;
  const { plans } = await readHoldings(tx, memberId, platform, undefined);
  const memberPlan = plans.find(({ plan }) => plan.id === planId);
  if (!memberPlan) return refuse('not_found');
  const blocker = purchaseBlocker(memberPlan.state);
  return blocker ? refuse(blocker) : memberPlan.plan;
}

/** `immediateAt`: when they asked for the place to be active at once. */
type Buyer = { memberId: number; immediateAt?: Date | null };

/** Makes no checks of its own; queues the job that tells the node. */
export async function openTransaction(
  tx: Db,
  services: Pick<Services, 'clock'>,
  { memberId, immediateAt = null }: Buyer,
  plan: PlanRow,
): Promise<TransactionRow> {
  const createdAt = services.clock.now();
  const [row] = await tx
    .insert(transactions)
    .values({
      id: randomUUID(),
      memberId,
      planId: plan.id,
      price: plan.price,
      state: 'awaiting_payment',
      createdAt,
      expiresAt: addSeconds(createdAt, PAYABLE_MINUTES * 60),
      checkAt: createdAt,
      immediateAt,
    })
    .returning();
  if (!row) throw new Error('the transaction was not written');
  await recordStep(tx, services, row, 'member');
  await addReconcileJob(tx, row.id);
  return row;
}

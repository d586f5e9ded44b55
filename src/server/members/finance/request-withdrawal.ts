import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { requestWithdrawal } from '#contracts/finance.ts';
import type { Network } from '#domain/destination.ts';
import { MICROS_PER_USDT } from '#domain/money.ts';
import { isRefused, refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { amountFault, partsOf } from '#domain/withdrawal-order.ts';
import type { Actor } from '#server/base/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members, withdrawals } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import { consumeRateLimit } from '#server/api/rate-limits.ts';
import { holdFunds, lockAccounts } from '#server/ledger/index.ts';
import { termsRefusal } from '#server/members/consents/index.ts';
import { notify } from '#server/members/notices/index.ts';
import { proveFactor } from '#server/members/auth/index.ts';
import { logSecurity } from '#server/members/security-log/index.ts';
import { approve, purposeOf, recordStep, type WithdrawalRow } from './move-withdrawal.ts';
import { pauseOf, readDailyLeft } from './withdrawal-blocker.ts';
import { isKnownDestination } from './known-destinations.ts';
import { checkWait } from './destinations/wait.ts';
import { checkPin, lockPin } from './pin.ts';
import { recogniseFor } from './recognise.ts';
import { lockRefund } from './refund-left.ts';

type Input = z.output<typeof requestWithdrawal.input>;

/** Checks everything else before the PIN, so that other mistakes don't count as wrong PINs. */
export async function requestMemberWithdrawal(
  tx: Db,
  services: Services,
  input: Input,
  caller: MemberCaller,
): Promise<WithdrawalRow | Refused> {
  const { member } = caller.session;
  const { destination, amount: amountMicros, pin, code } = input;
  const recognised = recogniseFor(services, destination);
  if ('fault' in recognised) return refuseField('destination', recognised.fault);
  // All changes of a member's money wait for this lock.
  const available = { kind: 'available', memberId: member.id } as const;
  const { balanceMicros } = (await lockAccounts(tx, [available])).of(available);
  const [refundMicros, dailyLeftMicros, pinRow, [lockedMember = member]] = await Promise.all([
    lockRefund(tx, member.id),
    readDailyLeft(tx, services, member.id),
    lockPin(tx, member),
    // The session's copy may be older than the lock.
    tx.select().from(members).where(eq(members.id, member.id)),
  ]);
  const limits = { availableMicros: balanceMicros, dailyLeftMicros, refundMicros };
  const refusal =
    (await termsRefusal(tx, member.id)) ??
    wrongAmount(services, amountMicros, limits) ??
    withdrawalsPaused(services, lockedMember) ??
    (await checkWait(tx, lockedMember, destination, services.clock.now()));
  if (refusal) return refusal;
  const wrongPin = await checkPin(tx, services, member, pin, pinRow);
  if (wrongPin) return wrongPin;
  const rateLimited = await consumeRateLimit({ db: tx, clock: services.clock }, 'withdrawalAccount', String(member.id));
  if (rateLimited) return rateLimited;
  if (!(await isKnownDestination(tx, member.id, destination))) {
    const unproven = await proveFactor({ ...services, db: tx }, member, code, caller);
    if (unproven) return unproven;
    await logSecurity(tx, services, member.id, 'destination-new', caller);
  }
  return openWithdrawal(tx, services, member, { destination, network: recognised.network, amountMicros });
}

type Limits = { availableMicros: bigint; dailyLeftMicros: bigint; refundMicros: bigint };

function wrongAmount({ config }: Services, amountMicros: bigint, limits: Limits): Refused | undefined {
  const bounds = { minimumMicros: config.withdrawals.minimumMicros, ...limits };
  const fault = amountFault(amountMicros, bounds);
  return fault && refuseField('amount', fault, { amount: Number(bounds[BROKEN_BY[fault]]) / Number(MICROS_PER_USDT) });
}

const BROKEN_BY = {
  amount_below_minimum: 'minimumMicros',
  amount_above_balance: 'availableMicros',
  amount_above_daily: 'dailyLeftMicros',
} as const;

export function withdrawalsPaused({ clock }: Services, member: Member): Refused | undefined {
  if (member.withdrawalsStoppedAt) return refuse('withdrawals_stopped');
  const now = clock.now();
  const pause = pauseOf(member, now);
  if (!pause) return undefined;
  return refuse('withdrawals_paused', { retryAfterSeconds: Math.ceil((pause.until.getTime() - now.getTime()) / 1000) });
}

/** `needsApproval`: a person must approve it, however small it is. */
export type Order = { destination: string; network: Network; amountMicros: bigint; needsApproval?: boolean };

/** Makes no checks of its own; takes unsent refunds first. Small amounts are approved automatically. */
export async function openWithdrawal(
  tx: Db,
  services: Services,
  member: Member,
  { destination, network, amountMicros, needsApproval = false }: Order,
  actor: Actor = 'member',
): Promise<WithdrawalRow | Refused> {
  const id = randomUUID();
  const { id: memberId } = member;
  const { feeMicros: fullFeeMicros, autoApproveMicros } = services.config.withdrawals;
  const refundLeft = await lockRefund(tx, memberId);
  const { refundMicros, feeMicros } = partsOf(amountMicros, { refundMicros: refundLeft, feeMicros: fullFeeMicros });
  const ofRefund = refundMicros > 0n && { refund: String(refundMicros) };
  const details = { destination, network, fee: String(feeMicros), ...ofRefund };
  const hold = await holdFunds(tx, services, { purpose: purposeOf(id), memberId, amountMicros, details });
  if ('shortOf' in hold) return refuseField('amount', 'amount_above_balance', { amount: 0 });
  const [row] = await tx
    .insert(withdrawals)
    .values({
      id,
      memberId,
      destination,
      network,
      amountMicros,
      fee: feeMicros,
      refundMicros,
      state: 'requested',
      requestedAt: services.clock.now(),
      holdId: hold.ids[0] ?? 0,
    })
    .returning();
  if (!row) throw new Error('the withdrawal was not written');
  const [, , moved] = await Promise.all([
    recordStep(tx, services, row, actor),
    notify(tx, services, member, 'withdrawal-requested', id),
    needsApproval || amountMicros > autoApproveMicros ? row : approve(tx, services, row, 'platform'),
  ]);
  return isRefused(moved) ? row : moved;
}

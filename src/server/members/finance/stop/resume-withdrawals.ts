import { and, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { resumeWithdrawals } from '#contracts/destinations.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { RECENT_SECONDS } from '#domain/rescue.ts';
import { proveFactor } from '#server/members/auth/index.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members, withdrawals } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller, MemberCaller } from '#server/api/caller.ts';
import { notify } from '#server/members/notices/index.ts';
import { logSecurity } from '#server/members/security-log/index.ts';
import { lockMoneyOf } from '../lock-member.ts';
import { addPayOutJob } from '../pay-out-job.ts';
import { checkPin, lockPin } from '../pin.ts';

type Input = z.output<typeof resumeWithdrawals.input>;

/** A thief may know the current password, so a reset by e-mail since the pause is required. */
export async function resumeMemberWithdrawals(
  tx: Db,
  services: Services,
  { pin, code }: Input,
  caller: MemberCaller,
): Promise<Record<string, never> | Refused> {
  const member = await lockMoneyOf(tx, caller.session.member.id);
  if (!member) return refuse('no_session');
  const { withdrawalsStoppedAt: stoppedAt, passwordResetAt, emailChangedAt } = member;
  if (!stoppedAt) return {};
  // A reset link would go to the new address, which may be a thief's.
  if (emailChangedAt && emailChangedAt > addSeconds(stoppedAt, -RECENT_SECONDS)) return refuse('support_required');
  if (!passwordResetAt || passwordResetAt <= stoppedAt) return refuse('reset_required');
  const unproven =
    (await checkPin(tx, services, member, pin, await lockPin(tx, member))) ??
    (await proveFactor({ ...services, db: tx }, member, code, caller));
  if (unproven) return unproven;
  await resume(tx, services, member, caller);
  return {};
}

/** Returns false if not paused. Queues all approved withdrawals. Support passes no `caller`. */
export async function resume(tx: Db, services: Services, member: Member, caller: Caller | undefined): Promise<boolean> {
  if (!member.withdrawalsStoppedAt) return false;
  await tx.update(members).set({ withdrawalsStoppedAt: null }).where(eq(members.id, member.id));
  const isHeld = and(eq(withdrawals.memberId, member.id), eq(withdrawals.state, 'approved'));
  const heldRows = await tx.select({ id: withdrawals.id }).from(withdrawals).where(isHeld);
  for (const { id } of heldRows) await addPayOutJob(tx, id);
  await notify(tx, services, member, 'withdrawals-resumed');
  await logSecurity(tx, services, member.id, 'withdrawals-resumed', caller);
  return true;
}

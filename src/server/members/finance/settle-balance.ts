import type * as z from 'zod/mini';
import type { closeAccount } from '#contracts/data.ts';
import { partsOf } from '#domain/withdrawal-order.ts';
import { refuse, type Refused, refuseField } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import type { Member } from '#server/db/schema/index.ts';
import { consumeRateLimit } from '#server/api/rate-limits.ts';
import { readBalance } from '#server/ledger/index.ts';
import type { Services } from '#server/api/services.ts';
import { checkTypedPin } from './destinations/prove-change.ts';
import { checkWait } from './destinations/wait.ts';
import { recogniseFor } from './recognise.ts';
import { lockRefund } from './refund-left.ts';
import { openWithdrawal, type Order, withdrawalsPaused } from './request-withdrawal.ts';
import type { WithdrawalRow } from './move-withdrawal.ts';
import { readDailyLeft } from './withdrawal-blocker.ts';

type SettlementInput = Pick<z.output<typeof closeAccount.input>, 'money' | 'amount' | 'destination' | 'pin'>;

/** `order` pays out the whole balance; undefined if nothing is paid out. */
export type Settlement = { order: Order | undefined };

/** Requires the money lock. No minimum; above the daily limit a person must approve. */
export async function planSettlement(
  tx: Db,
  services: Services,
  member: Member,
  { money, amount, destination = '' }: SettlementInput,
): Promise<Settlement | Refused> {
  const { availableMicros, heldMicros } = await readBalance(tx, member.id);
  if (heldMicros > 0n) return refuse('closure_held');
  if (availableMicros === 0n && !money) return { order: undefined };
  if (member.withdrawalsStoppedAt) return refuse('withdrawals_stopped');
  if (!money) return refuse('closure_money');
  if (amount !== availableMicros) return refuse('closure_amount');
  if (money === 'waive') return { order: undefined };
  const parts = { refundMicros: await lockRefund(tx, member.id), feeMicros: services.config.withdrawals.feeMicros };
  if (availableMicros <= partsOf(availableMicros, parts).feeMicros) return refuse('closure_fee');
  const recognised = recogniseFor(services, destination);
  if ('fault' in recognised) return refuseField('destination', recognised.fault);
  const refused =
    withdrawalsPaused(services, member) ?? (await checkWait(tx, member, destination, services.clock.now()));
  if (refused) return refused;
  const needsApproval = availableMicros > (await readDailyLeft(tx, services, member.id));
  return { order: { destination, network: recognised.network, amountMicros: availableMicros, needsApproval } };
}

/** Needs the PIN only for a payout. Commit the transaction even after a refusal. */
export async function proveSettlement(
  tx: Db,
  services: Services,
  member: Member,
  { order }: Settlement,
  { pin = '' }: SettlementInput,
): Promise<Refused | undefined> {
  if (!order) return undefined;
  const unproven = await checkTypedPin(tx, services, member, pin);
  return unproven ?? consumeRateLimit({ db: tx, clock: services.clock }, 'withdrawalAccount', String(member.id));
}

export async function settleBalance(
  tx: Db,
  services: Services,
  member: Member,
  { order }: Settlement,
): Promise<WithdrawalRow | Refused | undefined> {
  return order && openWithdrawal(tx, services, member, order);
}

import { createHash, randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import type { requestWithdrawal } from '#contracts/finance.ts';
import { type Network, recogniseDestination } from '#domain/destination.ts';
import { MICROS_PER_USDT } from '#domain/money.ts';
import { isRefused, refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { amountFault } from '#domain/withdrawal-order.ts';
import type { Actor } from '#server/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, withdrawals } from '#server/db/schema/index.ts';
import type { House } from '#server/services.ts';
import type { MemberCaller } from '#server/http/caller.ts';
import { countTry } from '#server/http/rate-limits.ts';
import { holdFunds, lockAccounts } from '#server/ledger/index.ts';
import { tell } from '#server/notices/index.ts';
import { approveWithdrawal, purposeOf, recordStep, type WithdrawalRow } from './move-withdrawal.ts';
import { pauseOf, readDailyLeft } from './obstacle.ts';
import { checkPin, lockPin } from './pin.ts';

type Input = z.output<typeof requestWithdrawal.input>;

/**
 * Holds the money and asks for it to be sent. Everything that could be wrong without the PIN is said before the PIN
 * is looked at, so that no try is counted for it; after a wrong PIN nothing but its count is written.
 */
export async function requestMemberWithdrawal(
  tx: Db,
  house: House,
  input: Input,
  { session: { member } }: MemberCaller,
): Promise<WithdrawalRow | Refused> {
  const recognised = recogniseFor(house, input.destination);
  if ('fault' in recognised) return refuseField('destination', recognised.fault);
  // Everything a member's money does waits here for what is before it.
  const available = { kind: 'available', memberId: member.id } as const;
  const { balanceMicros } = (await lockAccounts(tx, [available])).of(available);
  const [dailyLeftMicros, kept] = await Promise.all([readDailyLeft(tx, house, member.id), lockPin(tx, member)]);
  const left = { availableMicros: balanceMicros, dailyLeftMicros };
  const no = wrongAmount(house, input.amount, left) ?? restsNow(house, member);
  if (no) return no;
  const wrongPin = await checkPin(tx, house, member, input.pin, kept);
  if (wrongPin) return wrongPin;
  const tooOften = await countTry({ db: tx, clock: house.clock }, 'withdrawalAccount', String(member.id));
  if (tooOften) return tooOften;
  return openWithdrawal(tx, house, member, { ...input, network: recognised.network });
}

/** Which network a destination is of, or what is wrong with it. */
export function recogniseFor({ config }: Pick<House, 'config'>, destination: string) {
  return recogniseDestination(destination, config.withdrawals.nodeIdPattern, sha256);
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

type Left = { availableMicros: bigint; dailyLeftMicros: bigint };

function wrongAmount({ config }: House, amountMicros: bigint, left: Left): Refused | undefined {
  const { minimumMicros } = config.withdrawals;
  const wrong = amountFault(amountMicros, { minimumMicros, ...left });
  return wrong && refuseField('amount', wrong.code, { amount: Number(wrong.boundMicros) / Number(MICROS_PER_USDT) });
}

function restsNow({ clock }: House, member: Member): Refused | undefined {
  const now = clock.now();
  const pause = pauseOf(member, now);
  if (!pause) return undefined;
  return refuse('withdrawals_paused', { retryAfterSeconds: Math.ceil((pause.until.getTime() - now.getTime()) / 1000) });
}

type Order = { destination: string; network: Network; amount: bigint };

/** Behind every gate: the hold, the withdrawal, and for small amounts the approval. */
export async function openWithdrawal(
  tx: Db,
  house: House,
  member: Member,
  { destination, network, amount }: Order,
  actor: Actor = 'member',
): Promise<WithdrawalRow | Refused> {
  const id = randomUUID();
  const { id: memberId } = member;
  const { feeMicros, autoApproveMicros } = house.config.withdrawals;
  const details = { destination, network, fee: String(feeMicros) };
  const held = await holdFunds(tx, house, { purpose: purposeOf(id), memberId, amountMicros: amount, details });
  if ('shortOf' in held) return refuseField('amount', 'amount_above_balance', { amount: 0 });
  const [row] = await tx
    .insert(withdrawals)
    .values({
      id,
      memberId,
      destination,
      network,
      amount,
      fee: feeMicros,
      state: 'requested',
      requestedAt: house.clock.now(),
      holdId: held.ids[0] ?? 0,
    })
    .returning();
  if (!row) throw new Error('the withdrawal was not written');
  const [, , moved] = await Promise.all([
    recordStep(tx, house, row, actor),
    tell(tx, house, member, 'withdrawal-requested', id),
    amount > autoApproveMicros ? row : approveWithdrawal(tx, house, row, 'platform'),
  ]);
  return isRefused(moved) ? row : moved;
}

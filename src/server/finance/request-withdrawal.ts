import { createHash, randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import type { requestWithdrawal } from '#contracts/finance.ts';
import { type Network, recogniseDestination } from '#domain/destination.ts';
import { fault } from '#domain/field-faults.ts';
import { MICROS_PER_USDT } from '#domain/money.ts';
import { isRefused, type Refused, refuse } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, withdrawals } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import type { MemberCaller } from '#server/http/caller.ts';
import { countTry } from '#server/http/limits.ts';
import { holdFunds, lockAccounts, readBalance } from '#server/ledger/index.ts';
import {
  type Actor,
  approveWithdrawal,
  purposeOf,
  recordStep,
  tellOwner,
  type WithdrawalRow,
} from './move-withdrawal.ts';
import { readDailyLeft } from './obstacle.ts';
import { pauseOf } from './pause.ts';
import { checkPin } from './pin/check-pin.ts';

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
  if ('fault' in recognised) return refuse('invalid', { fields: { destination: [fault(recognised.fault)] } });
  // Everything a member's money does waits here for what is before it.
  await lockAccounts(tx, [{ kind: 'available', memberId: member.id }]);
  const no = (await amountFault(tx, house, member, input.amount)) ?? restsNow(house, member);
  if (no) return no;
  const wrongPin = await checkPin(tx, house, member, input.pin);
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

async function amountFault(tx: Db, house: House, { id }: Member, amountMicros: bigint): Promise<Refused | undefined> {
  const { minimumMicros } = house.config.withdrawals;
  const wrong = (code: 'amount_below_minimum' | 'amount_above_balance' | 'amount_above_daily', micros: bigint) =>
    refuse('invalid', { fields: { amount: [fault(code, { amount: Number(micros) / Number(MICROS_PER_USDT) })] } });
  if (amountMicros < minimumMicros) return wrong('amount_below_minimum', minimumMicros);
  const { availableMicros } = await readBalance(tx, id);
  if (amountMicros > availableMicros) return wrong('amount_above_balance', availableMicros);
  const dailyLeftMicros = await readDailyLeft(tx, house, id);
  return amountMicros > dailyLeftMicros ? wrong('amount_above_daily', dailyLeftMicros) : undefined;
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
  { id: memberId }: Pick<Member, 'id'>,
  { destination, network, amount }: Order,
  actor: Actor = 'member',
): Promise<WithdrawalRow | Refused> {
  const id = randomUUID();
  const { feeMicros, autoApproveMicros } = house.config.withdrawals;
  const details = { destination, network, fee: String(feeMicros) };
  const held = await holdFunds(tx, house, { purpose: purposeOf(id), memberId, amountMicros: amount, details });
  if ('shortOf' in held)
    return refuse('invalid', { fields: { amount: [fault('amount_above_balance', { amount: 0 })] } });
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
  await recordStep(tx, house, row, actor);
  await tellOwner(tx, house, row, 'withdrawal-requested');
  if (amount > autoApproveMicros) return row;
  const approved = await approveWithdrawal(tx, house, row, 'platform');
  return isRefused(approved) ? row : approved;
}

import { sql } from 'drizzle-orm';
import { moneyText } from '#domain/money.ts';
import { isOpen, isReturned, NEXT_STATES, WITHDRAWAL_STATES, type WithdrawalState } from '#domain/withdrawal.ts';
import type { Db } from '#server/db/connect.ts';
import { type Report, wrongSteps } from './report.ts';
import { readWithdrawals, type StoredWithdrawal } from './read-withdrawals.ts';

/** Maximum clock difference within one transaction. */
const SAME_TIME_MS = 60_000;

export async function checkWithdrawals(db: Db, report: Report, onProgress: (share: number) => void): Promise<number> {
  let count = 0;
  const { rows } = await db.execute<{ all: number }>(sql`select count(*)::int as all from withdrawals`);
  for await (const withdrawals of readWithdrawals(db)) {
    for (const withdrawal of withdrawals) {
      const add = (code: Parameters<Report['add']>[0], words: string) =>
        report.add(code, `Withdrawal ${withdrawal.id} of member #${withdrawal.memberId}: ${words}.`);
      const hold = holdFault(withdrawal);
      if (hold) add('withdrawal_hold', hold);
      const altered = alteredFault(withdrawal);
      if (altered) add('withdrawal_altered', altered);
      const end = endFault(withdrawal);
      if (end) add('withdrawal_end', end);
      const steps = stepsFault(withdrawal);
      if (steps) add('withdrawal_steps', steps);
    }
    count += withdrawals.length;
    onProgress(count / Math.max(1, rows[0]?.all ?? 0));
  }
  await checkUnclaimed(db, report);
  await checkRefunds(db, report);
  return count;
}

function holdFault({ memberId, amountMicros, hold }: StoredWithdrawal): string | undefined {
  if (!hold || hold.kind !== 'hold') return 'nothing is held for it';
  if (hold.memberId !== memberId) return `the money held for it is of member #${hold.memberId}`;
  if (hold.heldMicros !== amountMicros) {
    return `it says ${moneyText(amountMicros)}, but ${moneyText(hold.heldMicros)} was held for it`;
  }
  return undefined;
}

function alteredFault(withdrawal: StoredWithdrawal): string | undefined {
  const { destination, network, feeMicros, refundMicros, requestedAtMs, hold } = withdrawal;
  if (!hold) return undefined;
  const { details } = hold;
  if (details['destination'] !== destination) return `it says it goes to ${destination}, not what was asked for`;
  if (details['network'] !== network) return `it says it goes by ${network}, not what was asked for`;
  if (details['fee'] !== String(feeMicros)) return `it says the fee is ${moneyText(feeMicros)}, not what was shown`;
  if ((details['refund'] ?? '0') !== String(refundMicros)) {
    return `it says that ${moneyText(refundMicros)} of it is a refund, not what was held`;
  }
  return isFar(requestedAtMs, hold.atMs) ? 'it says another time than the money was held at' : undefined;
}

function endFault({ state, feeMicros, completedAtMs, chainId, reason, end }: StoredWithdrawal): string | undefined {
  if (isOpen(state)) return end && `it is “${state}”, but its money has gone (transfer ${end.id})`;
  if (!end) return `it is “${state}”, but its money is still held`;
  if (!end.isNamed) return 'the transfer that ended it is not the one it names';
  if (isReturned(state)) {
    if (end.kind !== 'release') return `it is “${state}”, but its money was not given back`;
    if (end.details['state'] !== state) return `it is “${state}”, but ended otherwise`;
    return (end.details['reason'] ?? null) === reason ? undefined : 'the reason is not the one it ended with';
  }
  if (end.kind !== 'payout') return `it is “${state}”, but its money was given back`;
  if (end.feeMicros !== feeMicros) return `its fee is not what was kept: ${moneyText(end.feeMicros)}`;
  if (end.details['chain'] !== chainId) return 'its payment is not the one it ended with';
  return completedAtMs === null || isFar(completedAtMs, end.atMs)
    ? 'it says another time than it was paid at'
    : undefined;
}

function isFar(oneMs: number, otherMs: number): boolean {
  return !(Math.abs(oneMs - otherMs) <= SAME_TIME_MS);
}

function stepsFault({ state, steps }: StoredWithdrawal): string | undefined {
  const remainingSteps = new Set(steps);
  let current: WithdrawalState | undefined = remainingSteps.delete('requested') ? 'requested' : undefined;
  while (current && current !== state) current = NEXT_STATES[current].find((next) => remainingSteps.delete(next));
  return current === state && remainingSteps.size === 0 ? undefined : wrongSteps(state, steps);
}

/** No more leaves as refund than was refunded. */
async function checkRefunds(db: Db, report: Report): Promise<void> {
  const { rows } = await db.execute<{ member_id: number; sent: string; refunded: string }>(sql`
    select w.member_id, sum(w.refund)::text as sent, (
      select coalesce(sum(p.amount), 0) from purchase_withdrawals p where p.member_id = w.member_id
    )::text as refunded
    from withdrawals w where w.refund > 0 and w.state not in (${sql.join(RETURNED, sql`, `)})
    group by w.member_id
    having sum(w.refund) > (
      select coalesce(sum(p.amount), 0) from purchase_withdrawals p where p.member_id = w.member_id
    ) limit 100`);
  for (const { member_id, sent, refunded } of rows) {
    const words = `has withdrawn ${moneyText(BigInt(sent))} as refunds, but was refunded ${moneyText(BigInt(refunded))}`;
    report.add('withdrawal_refund', `Member #${member_id} ${words}.`);
  }
}

const RETURNED = WITHDRAWAL_STATES.filter(isReturned).map((state) => sql`${state}`);

async function checkUnclaimed(db: Db, report: Report): Promise<void> {
  const { rows } = await db.execute<{ id: string; key: string; kind: string }>(sql`
    select t.id, t.key, t.kind from ledger_transfers t
    left join withdrawals h on h.hold_id = t.id
    left join withdrawals e on e.end_id = t.id
    where t.kind in ('hold', 'release', 'payout') and h.id is null and e.id is null
    order by t.id limit 100`);
  for (const { id, key, kind } of rows) {
    report.add('hold_of_nothing', `Transfer ${id} (${key}) is a ${kind} for a withdrawal that is not there.`);
  }
}

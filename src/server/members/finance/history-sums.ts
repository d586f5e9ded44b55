import { type SQL, sql } from 'drizzle-orm';
import type { HistoryFilter } from '#domain/history.ts';
import { UNFINISHED_STATES } from '#domain/transaction.ts';
import { OPEN_STATES } from '#domain/withdrawal.ts';
import type { Db } from '#server/db/connect.ts';
import { daysWithin, type HistoryRange } from './history-entries.ts';

/** Unfiltered, earned + paidIn - wentOut is the balance with held money. Returned and refunded money counts nowhere. */
export type HistorySums = Record<'earnedMicros' | 'paidInMicros' | 'wentOutMicros' | 'heldMicros', bigint>;

export async function readSums(db: Db, memberId: number, range: HistoryRange = {}): Promise<HistorySums> {
  const { rows } = await db.execute<Record<Part, string>>(
    sql`select s.* from ${partsOf(sql`${memberId}`, range)} as s`,
  );
  const micros = (part: Part) => (isAsked(part, range.kind) ? BigInt(rows[0]?.[part] ?? 0) : 0n);
  return {
    earnedMicros: micros('accrued') + micros('corrected'),
    paidInMicros: micros('paid_in'),
    wentOutMicros: micros('withdrawn') + micros('bought') + micros('fees'),
    heldMicros: micros('held_to_withdraw') + micros('held_to_buy'),
  };
}

const FILTERS_OF = {
  accrued: ['accrual', 'earned', 'result'],
  corrected: ['correction', 'earned', 'result'],
  paid_in: ['deposit'],
  withdrawn: ['withdrawal'],
  held_to_withdraw: ['withdrawal'],
  bought: ['purchase', 'paid', 'result'],
  held_to_buy: ['purchase', 'paid', 'result'],
  fees: ['paid', 'result'],
} as const satisfies Record<string, readonly HistoryFilter[]>;

type Part = keyof typeof FILTERS_OF;

/** Fees are a part of `withdrawn`. */
function isAsked(part: Part, kind: HistoryFilter | undefined): boolean {
  return kind === undefined ? part !== 'fees' : FILTERS_OF[part].some((filter) => filter === kind);
}

/** Reads daily sums, and the few places one by one. Withdrawals count on the day of the request. */
export function partsOf(member: SQL, range: HistoryRange = {}): SQL {
  const account = sql`(select id from ledger_accounts where member_id = ${member} and kind = 'available')`;
  const inRange = sql.join([sql`account_id = ${account}`, ...daysWithin(range)], sql` and `);
  const ofState = (table: string, states: readonly string[]) =>
    sql`${sql.raw(table)}.state = any(${sql.param([...states])}::text[])`;
  const fees = sql`(
    select coalesce(sum(x.fee), 0) from withdrawals x join ledger_entries e on e.transfer_id = x.hold_id
    where x.member_id = ${member} and x.state = 'completed' and x.fee > 0 and ${inRange})`;
  return sql`(
    select d.accrued, d.corrected, d.paid_in, d.withdrawn - w.held as withdrawn, w.held as held_to_withdraw,
      p.bought, p.held as held_to_buy, ${isAsked('fees', range.kind) ? fees : sql`0`} as fees
    from (
      select coalesce(sum(amount) filter (where kind = 'accrual'), 0) as accrued,
        coalesce(sum(amount) filter (where kind = 'correction'), 0) as corrected,
        coalesce(sum(amount) filter (where kind = 'deposit'), 0) as paid_in,
        coalesce(-sum(amount) filter (where kind = 'withdrawal'), 0) as withdrawn
      from ledger_days where ${inRange}
    ) as d cross join (
      select coalesce(sum(-e.amount), 0) as held
      from withdrawals x join ledger_entries e on e.transfer_id = x.hold_id
      where x.member_id = ${member} and ${ofState('x', OPEN_STATES)} and ${inRange}
    ) as w cross join (
      select coalesce(sum(-e.amount) filter (where x.state = 'active' and v.at is null), 0) as bought,
        coalesce(sum(-e.amount) filter (where ${ofState('x', UNFINISHED_STATES)}), 0) as held
      from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
      join transactions x on x.id = (t.details->>'transaction')::uuid
      left join purchase_withdrawals v on v.transaction_id = x.id
      where e.kind = 'purchase' and ${inRange}
    ) as p
  )`;
}

import { type SQL, sql } from 'drizzle-orm';
import type { Network } from '#domain/destination.ts';
import { HISTORY_KINDS, type HistoryFilter, type HistoryKind } from '#domain/history.ts';
import type { TransactionState } from '#domain/transaction.ts';
import type { WithdrawalState } from '#domain/withdrawal.ts';
import type { TextsByLanguage } from '#i18n/texts-by-language.ts';
import type { Db } from '#server/db/connect.ts';
import { knownDay } from '#server/db/known-day.ts';
import type { TransferKind } from '#server/db/schema/index.ts';

export type HistoryRange = { from?: string | undefined; to?: string | undefined; kind?: HistoryFilter | undefined };

export type HistoryEntry = {
  /** Number in the account and start of the hash; unique across accounts. */
  id: string;
  at: Date;
  kind: HistoryKind;
  amountMicros: bigint;
  balanceMicros: bigint;
  details: Record<string, string>;
  /** Title of the reason in the operator's batch. */
  label: TextsByLanguage | null;
  /** Only for members of the own team. */
  source: { username: string; line: number; isFormer: boolean } | null;
  withdrawal: { id: string; state: WithdrawalState; network: Network; destination: string; feeMicros: bigint } | null;
  transaction: { id: string; state: TransactionState; plan: TextsByLanguage } | null;
};

export type HistoryPlace = { day: string; at: string; entryId: string };

type EntryRange = { order: 'newest' | 'oldest'; after?: HistoryPlace | undefined; limit: number };

/** Looked up per entry along one index: planning an eight-table join cost more than these reads. */
export async function readEntries(db: Db, memberId: number, range: HistoryRange, entryRange: EntryRange) {
  const order = (table: string) => {
    const direction = entryRange.order === 'newest' ? 'desc' : 'asc';
    return sql.raw(['day', 'at', 'id'].map((column) => `${table}.${column} ${direction}`).join(', '));
  };
  const ofKind = (kind: SQL) => sql`(
    select * from ledger_entries a
    where ${sql.join([kind, ...conditionsOf(memberId, range, entryRange)], sql` and `)}
    order by ${order('a')} limit ${entryRange.limit}
  )`;
  // `+ 0` disables an index: a plan with it scanned the whole team to find one member.
  const { rows } = await db.execute<Row>(sql`
    select e.number, left(encode(e.hash, 'hex'), 12) as tag, e.day::text as day, e.at, e.id, e.kind,
      e.amount as amount_micros, e.balance_after, t.details, b.label, source.username, source.is_former, source.line,
      w.id as withdrawal_id, w.state, w.network, w.destination, w.fee,
      p.id as transaction_id, p.state as transaction_state, p.title as plan_title
    from (
      select * from (${sql.join(kindsWithin(range).map(ofKind), sql` union all `)}) as a
      order by ${order('a')} limit ${entryRange.limit}
    ) as e
    cross join lateral (select details from ledger_transfers where id = e.transfer_id offset 0) as t
    left join lateral (
      select labels->(t.details->>'reason') as label from accrual_batches
      where e.kind = 'accrual' and batch = t.details->>'batch' offset 0
    ) as b on true
    left join lateral (select * from withdrawals where hold_id = e.transfer_id offset 0) as w on true
    left join lateral (
      select transactions.id, transactions.state, plans.title
      from transactions join plans on plans.id = transactions.plan_id
      where e.kind in ('deposit', 'purchase', 'refund') and transactions.id = (t.details->>'transaction')::uuid offset 0
    ) as p on true
    left join lateral (
      select m.username, m.closed_at is not null as is_former, l.line
      from team_links l join members m on m.id = l.member_id
      where l.ancestor_id + 0 = ${memberId}
        and l.member_id = case when t.details->>'source' ~ '^[0-9]{1,9}$' then (t.details->>'source')::integer end offset 0
    ) as source on true
    order by ${order('e')}`);
  return rows.map((row) => ({ entry: toEntry(row), place: { day: row.day, at: row.at, entryId: row.id } }));
}

/** Undefined if the entry isn't this member's. */
export async function findPlace(db: Db, memberId: number, id: string): Promise<HistoryPlace | undefined> {
  const [, number, tag] = /^(\d{1,9})-([0-9a-f]{12})$/.exec(id) ?? [];
  if (!number) return undefined;
  const { rows } = await db.execute<HistoryPlace>(sql`
    select day::text as day, at, id as "entryId" from ledger_entries
    where account_id = ${accountOf(memberId)} and number = ${number}::integer
      and left(encode(hash, 'hex'), 12) = ${tag}`);
  return rows[0];
}

function accountOf(memberId: number): SQL {
  return sql`(select id from ledger_accounts where member_id = ${memberId} and kind = 'available')`;
}

export function daysWithin({ from, to }: HistoryRange): SQL[] {
  return [
    ...(from === undefined ? [] : [sql`day >= ${knownDay(from)}::date`]),
    ...(to === undefined ? [] : [sql`day <= ${knownDay(to)}::date`]),
  ];
}

const TRANSFER_KINDS = {
  accrual: 'accrual',
  correction: 'correction',
  deposit: 'deposit',
  purchase: 'purchase',
  refund: 'refund',
  withdrawal: 'hold',
} as const satisfies Record<HistoryKind, TransferKind>;

/** One condition per index range, so that each is read in order and no further than the limit. */
function kindsWithin({ kind }: HistoryRange): SQL[] {
  const is = (one: HistoryKind) => sql`kind = ${TRANSFER_KINDS[one]}`;
  const earned = [is('accrual'), is('correction')];
  const withFee = sql`exists (
    select from withdrawals w where w.hold_id = transfer_id and w.state = 'completed' and w.fee > 0)`;
  const paid = [is('purchase'), is('refund'), sql`${is('withdrawal')} and ${withFee}`];
  switch (kind) {
    case undefined:
      return [sql`kind <> 'release'`];
    case 'earned':
      return earned;
    case 'paid':
      return paid;
    case 'result':
      return [...earned, ...paid];
    default:
      return [is(kind)];
  }
}

function conditionsOf(memberId: number, range: HistoryRange, { order, after }: EntryRange): SQL[] {
  const position = after && sql`(${after.day}::date, ${after.at}::timestamptz, ${after.entryId}::bigint)`;
  return [
    sql`account_id = ${accountOf(memberId)}`,
    ...daysWithin(range),
    ...(position ? [order === 'newest' ? sql`(day, at, id) < ${position}` : sql`(day, at, id) > ${position}`] : []),
  ];
}

type Row = {
  number: number;
  tag: string;
  day: string;
  at: string;
  id: string;
  kind: TransferKind;
  amount_micros: string;
  balance_after: string;
  details: Record<string, string>;
  label: TextsByLanguage | null;
} & ({ username: string; line: number; is_former: boolean } | { username: null }) &
  (
    | { withdrawal_id: string; state: WithdrawalState; network: Network; destination: string; fee: string }
    | { withdrawal_id: null }
  ) &
  (
    | { transaction_id: string; transaction_state: TransactionState; plan_title: TextsByLanguage }
    | { transaction_id: null }
  );

function toEntry(row: Row): HistoryEntry {
  return {
    id: `${row.number}-${row.tag}`,
    at: new Date(row.at),
    kind: HISTORY_KINDS.find((kind) => TRANSFER_KINDS[kind] === row.kind) ?? 'accrual',
    amountMicros: BigInt(row.amount_micros),
    balanceMicros: BigInt(row.balance_after),
    details: row.details,
    label: row.label,
    source: row.username === null ? null : { username: row.username, line: row.line, isFormer: row.is_former },
    withdrawal:
      row.withdrawal_id === null
        ? null
        : {
            id: row.withdrawal_id,
            state: row.state,
            network: row.network,
            destination: row.destination,
            feeMicros: BigInt(row.fee),
          },
    transaction:
      row.transaction_id === null
        ? null
        : { id: row.transaction_id, state: row.transaction_state, plan: row.plan_title },
  };
}

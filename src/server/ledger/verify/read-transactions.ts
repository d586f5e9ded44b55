import { sql, type SQL } from 'drizzle-orm';
import type { TransactionState } from '#domain/transaction.ts';
import type { Db } from '#server/db/connect.ts';

export type StoredTransaction = {
  id: string;
  memberId: number;
  planId: string;
  priceMicros: bigint;
  state: TransactionState;
  receivedMicros: bigint;
  returnedMicros: bigint;
  endedAtMs: number | null;
  saleId: number | null;
  moved: MovedMoney;
  withdrawal: Withdrawal | undefined;
  steps: TransactionState[];
  placeCount: number;
  vacatedCount: number;
};

type MovedMoney = {
  depositedMicros: bigint;
  takenMicros: bigint;
  returnedMicros: bigint;
  sale: Transfer | undefined;
  refund: Transfer | undefined;
  isOfOthers: boolean;
  isOfOtherPlan: boolean;
  isMisnamed: boolean;
};

/** `refundId` as the record says. */
type Withdrawal = { refundId: number; amountMicros: bigint; atMs: number; isInTime: boolean; isOfOwner: boolean };

type Transfer = { id: number; amountMicros: bigint; atMs: number };

type Unclaimed = { key: string; transferCount: number };

type Part = { transactions: StoredTransaction[]; unclaimed: Unclaimed[] };

/** One grouped query, because keys can't be searched by prefix. */
export async function* readTransactions(db: Db): AsyncGenerator<Part> {
  const query = sql`
    with moves as (
      select split_part(t.key, ':', 2) as id, t.id as transfer_id, t.key, t.kind, split_part(t.key, ':', 3) as step,
        t.member_id, t.details->>'plan' as plan_id, t.at, e.amount,
        t.key not like 'transaction:%' or t.details->>'transaction' is distinct from split_part(t.key, ':', 2) or
          case split_part(t.key, ':', 3)
            when 'deposit' then t.kind <> 'deposit'
            when 'taken' then t.kind <> 'purchase' or e.amount < 0
            when 'returned' then t.kind <> 'purchase' or e.amount > 0
            when 'sale' then t.kind <> 'sale'
            when 'refund' then t.kind <> 'refund'
            else true
          end as is_misnamed
      from ledger_transfers t
        left join (ledger_entries e join ledger_accounts a on a.id = e.account_id)
          on e.transfer_id = t.id
          and a.kind = case t.kind when 'deposit' then 'available' when 'purchase' then 'held' else 'sales' end
      where t.kind in ('deposit', 'purchase', 'sale', 'refund')
    ), moved as (
      select id, min(key) as key, count(*) as transfers,
        coalesce(sum(amount) filter (where kind = 'deposit'), 0) as deposited,
        coalesce(sum(amount) filter (where kind = 'purchase' and amount > 0), 0) as taken,
        coalesce(-sum(amount) filter (where kind = 'purchase' and amount < 0), 0) as returned,
        min(transfer_id) filter (where kind = 'sale') as sale_id,
        sum(amount) filter (where kind = 'sale') as sold,
        extract(epoch from min(at) filter (where kind = 'sale')) * 1000 as sold_at_ms,
        min(transfer_id) filter (where kind = 'refund') as refund_id,
        -sum(amount) filter (where kind = 'refund') as refunded,
        extract(epoch from min(at) filter (where kind = 'refund')) * 1000 as refunded_at_ms,
        min(member_id) as first_member, max(member_id) as last_member,
        min(plan_id) as first_plan, max(plan_id) as last_plan,
        bool_or(is_misnamed) as is_misnamed
      from moves group by id
    )
    select t.id, t.member_id, t.plan_id, t.price, t.state, t.received, t.returned, t.sale_id,
      extract(epoch from t.ended_at) * 1000 as ended_at_ms,
      moved.key, moved.transfers, moved.deposited, moved.taken, moved.returned as given_back,
      moved.sale_id as sold_by, moved.sold, moved.sold_at_ms,
      moved.refund_id as refunded_by, moved.refunded, moved.refunded_at_ms,
      w.refund_id, w.amount as withdrawn, extract(epoch from w.at) * 1000 as withdrawn_at_ms,
      w.at <= t.withdraw_until as is_in_time, w.member_id = t.member_id as is_of_owner,
      (moved.first_member, moved.last_member) is distinct from (t.member_id, t.member_id) as is_of_others,
      (moved.first_plan, moved.last_plan) is distinct from (t.plan_id, t.plan_id) as is_of_other_plan,
      moved.is_misnamed,
      (select json_agg(s.state order by s.id) from transaction_steps s where s.transaction_id = t.id) as steps,
      (select count(*)::int from places p where p.transaction_id = t.id) as places,
      (select count(*)::int from places p where p.transaction_id = t.id and p.closing = 'withdrawn') as vacated
    from transactions t full join moved on moved.id = t.id::text
      left join purchase_withdrawals w on w.transaction_id = t.id`;
  for await (const rows of readInParts<Row>(db, query)) {
    yield {
      transactions: rows.flatMap((row) => (row.id === null ? [] : [read(row, row.id)])),
      unclaimed: rows.flatMap(({ id, key, transfers }) =>
        id === null ? [{ key: key ?? '', transferCount: Number(transfers) }] : [],
      ),
    };
  }
}

type Row = {
  id: string | null;
  member_id: number;
  plan_id: string;
  price: string;
  state: TransactionState;
  received: string;
  returned: string;
  sale_id: string | null;
  ended_at_ms: string | null;
  key: string | null;
  transfers: string | null;
  deposited: string | null;
  taken: string | null;
  given_back: string | null;
  sold_by: string | null;
  sold: string | null;
  sold_at_ms: string | null;
  refunded_by: string | null;
  refunded: string | null;
  refunded_at_ms: string | null;
  refund_id: string | null;
  withdrawn: string | null;
  withdrawn_at_ms: string | null;
  is_in_time: boolean | null;
  is_of_owner: boolean | null;
  is_of_others: boolean;
  is_of_other_plan: boolean;
  is_misnamed: boolean | null;
  steps: TransactionState[] | null;
  places: number;
  vacated: number;
};

function read(row: Row, id: string): StoredTransaction {
  return {
    id,
    memberId: row.member_id,
    planId: row.plan_id,
    priceMicros: BigInt(row.price),
    state: row.state,
    receivedMicros: BigInt(row.received),
    returnedMicros: BigInt(row.returned),
    endedAtMs: row.ended_at_ms === null ? null : Number(row.ended_at_ms),
    saleId: row.sale_id === null ? null : Number(row.sale_id),
    moved: {
      depositedMicros: BigInt(row.deposited ?? 0),
      takenMicros: BigInt(row.taken ?? 0),
      returnedMicros: BigInt(row.given_back ?? 0),
      sale: transferOf(row.sold_by, row.sold, row.sold_at_ms),
      refund: transferOf(row.refunded_by, row.refunded, row.refunded_at_ms),
      isOfOthers: row.key !== null && row.is_of_others,
      isOfOtherPlan: row.key !== null && row.is_of_other_plan,
      isMisnamed: row.is_misnamed ?? false,
    },
    steps: row.steps ?? [],
    placeCount: row.places,
    vacatedCount: row.vacated,
    withdrawal:
      row.refund_id === null
        ? undefined
        : {
            refundId: Number(row.refund_id),
            amountMicros: BigInt(row.withdrawn ?? 0),
            atMs: Number(row.withdrawn_at_ms),
            isInTime: row.is_in_time ?? false,
            isOfOwner: row.is_of_owner ?? false,
          },
  };
}

function transferOf(id: string | null, amount: string | null, atMs: string | null): Transfer | undefined {
  return id === null ? undefined : { id: Number(id), amountMicros: BigInt(amount ?? 0), atMs: Number(atMs) };
}

const AT_ONCE = 2_000;

/** Requires a transaction; one cursor at a time. */
async function* readInParts<PartRow>(db: Db, query: SQL): AsyncGenerator<PartRow[]> {
  await db.execute(sql`declare parts no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await db.execute(sql.raw(`fetch ${AT_ONCE} from parts`));
    if (rows.length > 0) yield rows as PartRow[];
    if (rows.length < AT_ONCE) break;
  }
  await db.execute(sql`close parts`);
}

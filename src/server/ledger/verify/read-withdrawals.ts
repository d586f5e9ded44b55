import { sql } from 'drizzle-orm';
import type { WithdrawalState } from '#domain/withdrawal.ts';
import type { Db } from '#server/db/connect.ts';
import type { TransferKind } from '#server/db/schema/index.ts';

type End = { id: number; kind: TransferKind; details: Record<string, string>; atMs: number };

/** Transfers are found by their keys, because the withdrawal’s own references may be wrong. */
export type StoredWithdrawal = {
  id: string;
  memberId: number;
  destination: string;
  network: string;
  amountMicros: bigint;
  feeMicros: bigint;
  refundMicros: bigint;
  state: WithdrawalState;
  requestedAtMs: number;
  completedAtMs: number | null;
  chainId: string | null;
  reason: string | null;
  hold: (End & { memberId: number; heldMicros: bigint }) | undefined;
  end: (End & { isNamed: boolean; feeMicros: bigint }) | undefined;
  steps: WithdrawalState[];
};

const AT_ONCE = 2_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export async function* readWithdrawals(db: Db): AsyncGenerator<StoredWithdrawal[]> {
  for (let after: string | undefined; ;) {
    const rows: Row[] = await readSome(db, after);
    yield rows.map(read);
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)?.id;
  }
}

type Transfer<Prefix extends string> = {
  [Name in `${Prefix}_${'id' | 'at_ms'}`]: string | null;
} & { [Name in `${Prefix}_kind`]: TransferKind | null } & {
  [Name in `${Prefix}_details`]: Record<string, string> | null;
};

type Row = Transfer<'hold'> &
  Transfer<'end'> & {
    id: string;
    member_id: number;
    destination: string;
    network: string;
    amount_micros: string;
    fee: string;
    refund: string;
    state: WithdrawalState;
    requested_at_ms: string;
    completed_at_ms: string | null;
    chain_id: string | null;
    reason: string | null;
    hold_member_id: number | null;
    held: string | null;
    is_named: boolean;
    fee_kept: string | null;
    steps: WithdrawalState[] | null;
  };

async function readSome(db: Db, after: string | undefined): Promise<Row[]> {
  const behind = after === undefined ? sql`w.id >= ${FIRST_ID}` : sql`w.id > ${after}`;
  const { rows } = await db.execute<Row>(sql`
    select w.id, w.member_id, w.destination, w.network, w.amount as amount_micros, w.fee, w.refund, w.state, w.chain_id,
      w.reason,
      extract(epoch from w.requested_at) * 1000 as requested_at_ms,
      extract(epoch from w.completed_at) * 1000 as completed_at_ms,
      h.id as hold_id, h.kind as hold_kind, h.member_id as hold_member_id, h.details as hold_details,
      extract(epoch from h.at) * 1000 as hold_at_ms, ${sumOn('held', sql`h.id`)} as held,
      t.id as end_id, t.kind as end_kind, t.details as end_details, extract(epoch from t.at) * 1000 as end_at_ms,
      t.id is not distinct from w.end_id as is_named, ${sumOn('fees', sql`t.id`)} as fee_kept,
      (select json_agg(state order by at) from withdrawal_steps s where s.withdrawal_id = w.id) as steps
    from withdrawals w
    left join ledger_transfers h on h.id = w.hold_id and h.key = 'withdrawal:' || w.id || ':hold'
    left join ledger_transfers t on t.key = 'withdrawal:' || w.id || ':end'
    where ${behind} order by w.id limit ${AT_ONCE}`);
  return rows;
}

function sumOn(kind: 'held' | 'fees', transferId: ReturnType<typeof sql>) {
  return sql`(
    select coalesce(sum(e.amount), 0) from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where e.transfer_id = ${transferId} and a.kind = ${kind}
  )`;
}

function read(row: Row): StoredWithdrawal {
  return {
    id: row.id,
    memberId: row.member_id,
    destination: row.destination,
    network: row.network,
    amountMicros: BigInt(row.amount_micros),
    feeMicros: BigInt(row.fee),
    refundMicros: BigInt(row.refund),
    state: row.state,
    requestedAtMs: Number(row.requested_at_ms),
    completedAtMs: row.completed_at_ms === null ? null : Number(row.completed_at_ms),
    chainId: row.chain_id,
    reason: row.reason,
    hold:
      row.hold_id === null || row.hold_kind === null
        ? undefined
        : {
            ...endOf(row.hold_id, row.hold_kind, row.hold_details, row.hold_at_ms),
            memberId: row.hold_member_id ?? 0,
            heldMicros: BigInt(row.held ?? 0),
          },
    end:
      row.end_id === null || row.end_kind === null
        ? undefined
        : {
            ...endOf(row.end_id, row.end_kind, row.end_details, row.end_at_ms),
            isNamed: row.is_named,
            feeMicros: BigInt(row.fee_kept ?? 0),
          },
    steps: row.steps ?? [],
  };
}

function endOf(id: string, kind: TransferKind, details: Record<string, string> | null, atMs: string | null): End {
  return { id: Number(id), kind, details: details ?? {}, atMs: Number(atMs) };
}

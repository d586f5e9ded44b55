import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import type { AccountKind, TransferKind } from '#server/db/schema/index.ts';
import { digestOf } from './chain.ts';

export type StoredTransfer = {
  id: number;
  key: string;
  kind: TransferKind;
  memberId: number;
  details: Record<string, string>;
  legCount: number;
  atMs: number;
  legs: StoredLeg[];
};

/** `account` is undefined if it doesn’t exist; `link` is for members’ entries only. */
export type StoredLeg = {
  transferId: number;
  accountId: number;
  account: { kind: AccountKind; memberId: number | null } | undefined;
  kind: TransferKind;
  amountMicros: bigint;
  atMs: number;
  day: string;
  link: { number: number; balanceMicros: bigint; hash: Buffer } | undefined;
};

/** In id order; `strays` are entries without a transfer. */
export type Batch = { transfers: StoredTransfer[]; strays: StoredLeg[] };

const AT_ONCE = 2_000;

export async function* readTransfers(db: Db, afterId: number, lastId = Number.MAX_SAFE_INTEGER): AsyncGenerator<Batch> {
  let nextBatch = readBatch(db, afterId, lastId);
  for (;;) {
    const { batch, next } = await nextBatch;
    if (next !== undefined) {
      nextBatch = readBatch(db, next, lastId);
      nextBatch.catch(() => undefined);
    }
    yield batch;
    if (next === undefined) return;
  }
}

async function readBatch(db: Db, afterId: number, lastId: number): Promise<{ batch: Batch; next: number | undefined }> {
  const { rows: heads } = await db.execute<TransferRow>(sql`
    select id, key, kind, member_id, details, leg_count, extract(epoch from at) * 1000 as at_ms
    from ledger_transfers where id > ${afterId} and id <= ${lastId} order by id limit ${AT_ONCE}`);
  const end = heads.length < AT_ONCE ? undefined : Number(heads.at(-1)?.id);
  const { rows: entries } = await db.execute<EntryRow>(sql`
    select e.transfer_id, e.account_id, a.kind as account_kind, a.member_id, e.kind, e.amount as amount_micros,
      extract(epoch from e.at) * 1000 as at_ms, e.day::text as day, e.number, e.balance_after, e.hash
    from ledger_entries e left join ledger_accounts a on a.id = e.account_id
    where e.transfer_id > ${afterId} and e.transfer_id <= ${end ?? lastId}
    order by e.transfer_id, e.number nulls last, e.id`);
  const transfers = new Map(heads.map((row) => [Number(row.id), toTransfer(row)]));
  const strays: StoredLeg[] = [];
  for (const leg of entries.map(toLeg)) (transfers.get(leg.transferId)?.legs ?? strays).push(leg);
  return { batch: { transfers: [...transfers.values()], strays }, next: end };
}

type TransferRow = {
  id: string;
  key: string;
  kind: TransferKind;
  member_id: number;
  details: Record<string, string>;
  leg_count: number;
  at_ms: string;
};

function toTransfer({ id, key, kind, member_id, details, leg_count, at_ms }: TransferRow): StoredTransfer {
  return {
    id: Number(id),
    key,
    kind,
    memberId: member_id,
    details: typeof details === 'object' ? { ...details } : {},
    legCount: leg_count,
    atMs: Number(at_ms),
    legs: [],
  };
}

type EntryRow = {
  transfer_id: string;
  account_id: number;
  account_kind: AccountKind | null;
  member_id: number | null;
  kind: TransferKind;
  amount_micros: string;
  at_ms: string;
  day: string;
  number: number | null;
  balance_after: string | null;
  hash: Buffer | null;
};

function toLeg(row: EntryRow): StoredLeg {
  const { number, balance_after, hash } = row;
  return {
    transferId: Number(row.transfer_id),
    accountId: row.account_id,
    account: row.account_kind === null ? undefined : { kind: row.account_kind, memberId: row.member_id },
    kind: row.kind,
    amountMicros: BigInt(row.amount_micros),
    atMs: Number(row.at_ms),
    day: row.day,
    link:
      number === null || balance_after === null || hash === null
        ? undefined
        : { number, balanceMicros: BigInt(balance_after), hash },
  };
}

export function digestOfStored({ key, kind, memberId, atMs, details, legs }: StoredTransfer): Buffer {
  return digestOf({ key, kind, memberId, at: toDate(atMs), details, legs });
}

/** Posted times are whole milliseconds; an altered time becomes one that can’t match. */
function toDate(atMs: number): Date {
  const time = new Date(Number.isInteger(atMs) ? atMs : 0);
  return Number.isNaN(time.getTime()) ? new Date(0) : time;
}

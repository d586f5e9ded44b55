import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import type { AccountKind } from '#server/db/schema/index.ts';

export type AccountRef =
  { kind: 'available' | 'held'; memberId: number } | { kind: Exclude<AccountKind, 'available' | 'held'> };

/** `balanceMicros`, `entryCount` and `head` are kept for members only. */
export type LockedAccount = {
  id: number;
  memberId: number | null;
  balanceMicros: bigint;
  entryCount: number;
  head: Buffer | null;
};

export type LockedAccounts = { of(ref: AccountRef): LockedAccount };

type Row = {
  id: number;
  kind: AccountKind;
  member_id: number | null;
  balance: string;
  entry_count: number;
  head: Buffer | null;
};

/** Creates missing accounts and locks members’ accounts in id order, against deadlocks. */
export async function lockAccounts(tx: Db, refs: readonly AccountRef[]): Promise<LockedAccounts> {
  const memberIds = [...new Set(refs.flatMap((ref) => ('memberId' in ref ? [ref.memberId] : [])))];
  const ids = sql.param(memberIds);
  const insertMissing = sql`
    insert into ledger_accounts (kind, member_id)
    select k.kind, m.id from unnest(${ids}::int[]) as m(id), unnest(array['available', 'held']) as k(kind)
    where not exists (select from ledger_accounts a where a.member_id = m.id and a.kind = k.kind)
    order by m.id, k.kind
    on conflict do nothing`;
  const lockAndRead = sql`
    with locked as (
      select * from ledger_accounts where member_id = any(${ids}::int[]) order by id for update
    )
    select id, kind, member_id, balance, entry_count, head from locked
    union all
    select id, kind, member_id, balance, entry_count, head from ledger_accounts where member_id is null`;
  const [, { rows }] = await Promise.all([tx.execute(insertMissing), tx.execute<Row>(lockAndRead)]);

  const accounts = new Map(rows.map((row) => [keyOf(row.kind, row.member_id), read(row)]));
  return {
    of(ref) {
      const account = accounts.get(keyOf(ref.kind, 'memberId' in ref ? ref.memberId : null));
      if (!account) throw new Error(`There is no account “${ref.kind}”.`);
      return account;
    },
  };
}

function keyOf(kind: AccountKind, memberId: number | null): string {
  return `${kind} ${memberId ?? ''}`;
}

function read({ id, member_id, balance, entry_count, head }: Row): LockedAccount {
  return { id, memberId: member_id, balanceMicros: BigInt(balance), entryCount: entry_count, head };
}

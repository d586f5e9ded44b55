import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { readTotals } from '#server/ledger/index.ts';

type Holder = { id: number; username: string; balanceMicros: bigint };

/** Micros moved since a moment, by member id; `PLATFORM` for the platform’s accounts. */
type Since = ReadonlyMap<number, bigint>;

const PLATFORM = 0;

/** Read by id from the first entry since `midnight`, which a BRIN index finds. */
export async function readSince(tx: Db, midnight: Date, atOnce: number): Promise<Since> {
  const since = new Map<number, bigint>();
  const { rows: found } = await tx.execute<{ first: string | null }>(sql`
    select min(id)::text as first from (select id from ledger_entries where at >= ${midnight} offset 0) as since`);
  if (!found[0]?.first) return since;
  let after = String(BigInt(found[0].first) - 1n);
  for (;;) {
    const { rows } = await tx.execute<{ member: number; moved: string; last: string }>(sql`
      with part as materialized (
        select id, account_id, amount, at from ledger_entries where id > ${after}::bigint order by id limit ${atOnce}
      )
      select coalesce(a.member_id, ${PLATFORM}::integer) as member,
        coalesce(sum(amount) filter (where at >= ${midnight}), 0)::text as moved, (select max(id) from part)::text as last
      from part join ledger_accounts a on a.id = part.account_id group by 1`);
    if (!rows[0]) return since;
    after = rows[0].last;
    for (const { member, moved } of rows) since.set(member, (since.get(member) ?? 0n) + BigInt(moved));
  }
}

/** All members of that moment, and former ones with money. */
export async function* readHolders(
  tx: Db,
  { midnight, since }: { midnight: Date; since: Since },
  atOnce: number,
): AsyncGenerator<Holder[]> {
  let after = 0;
  for (;;) {
    const { rows } = await tx.execute<{ id: number; username: string; balance: string; counts: boolean }>(sql`
      select id, username, coalesce((select sum(balance) from ledger_accounts where member_id = m.id), 0)::text as balance,
        activated_at < ${midnight} and (closed_at is null or closed_at >= ${midnight}) as counts
      from members m where id > ${after} order by id limit ${atOnce}`);
    if (rows.length === 0) return;
    after = rows.at(-1)!.id;
    yield rows
      .map((row) => ({ ...row, balanceMicros: BigInt(row.balance) - (since.get(row.id) ?? 0n) }))
      .filter(({ counts, balanceMicros }) => counts || balanceMicros !== 0n);
  }
}

/** Sum by which the platform’s accounts are below zero; members’ balances are not read. */
export async function readOwed(tx: Db, since: Since): Promise<bigint> {
  const { sums } = await readTotals(tx);
  const platform = [...sums].filter(([kind]) => kind !== 'available' && kind !== 'held');
  return platform.reduce((owed, [, micros]) => owed - micros, since.get(PLATFORM) ?? 0n);
}

export async function readBalanceAt(db: Db, memberId: number, midnight: Date): Promise<bigint> {
  const { rows } = await db.execute<{ micros: string }>(sql`
    select (
      coalesce((select sum(balance) from ledger_accounts where member_id = ${memberId}), 0) - coalesce((
        select sum(e.amount) from ledger_accounts a join ledger_entries e on e.account_id = a.id
        where a.member_id = ${memberId} and e.at >= ${midnight}
      ), 0)
    )::text as micros`);
  return BigInt(rows[0]?.micros ?? 0);
}

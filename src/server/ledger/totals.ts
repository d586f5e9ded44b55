import { eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { type AccountKind, ledgerTotals, type TransferKind } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';

/** Batch size of a seal. */
const TRANSFERS_AT_ONCE = 20_000;

type Sums = ReadonlyMap<AccountKind, bigint>;

/** Stored totals plus newer entries, so the cost doesn’t grow with the ledger. */
export async function readTotals(db: Db): Promise<{ sums: Sums; holders: number | null; holdersAt: Date | null }> {
  const [stored] = await db.select().from(ledgerTotals).where(eq(ledgerTotals.only, 'totals'));
  const sums =
    stored && stored.settledId > 0n
      ? addSums(toSums(stored.amounts), await sumsBetween(db, stored.settledId))
      : await sumsOfAccounts(db);
  return { sums, holders: stored?.holders ?? null, holdersAt: stored?.holdersAt ?? null };
}

async function sumsOfAccounts(db: Db): Promise<Sums> {
  const { rows } = await db.execute<{ kind: AccountKind; amount: string }>(sql`
    select kind, sum(balance)::text as amount from ledger_accounts where member_id is not null group by kind
    union all
    select a.kind, (
      select coalesce(sum(e.amount), 0) from ledger_entries e where e.account_id = a.id and e.number is null
    )::text
    from ledger_accounts a where a.member_id is null`);
  return new Map(rows.map(({ kind, amount }) => [kind, BigInt(amount)]));
}

/** Adds settled transfers and counts members with money. Safe to repeat or run in parallel. */
export async function keepTotals({ transaction, clock }: Pick<Services, 'transaction' | 'clock'>): Promise<void> {
  while (await transaction(addBatch));
  await transaction(async (tx) => {
    const holders = sql<number>`(select count(*) from ledger_accounts where kind = 'available' and balance > 0)`;
    await tx.update(ledgerTotals).set({ holders, holdersAt: clock.now() }).where(eq(ledgerTotals.only, 'totals'));
  });
}

async function addBatch(tx: Db): Promise<boolean> {
  await tx.insert(ledgerTotals).values({ settledId: 0n, amounts: {} }).onConflictDoNothing();
  const [stored] = await tx.select().from(ledgerTotals).where(eq(ledgerTotals.only, 'totals')).for('update');
  const { rows } = await tx.execute<{ upto: string | null }>(sql`
    select max(id) as upto from (
      select id from ledger_transfers
      where id > ${stored!.settledId} and id <= (select settled_id from ledger_seals order by number desc limit 1)
      order by id limit ${TRANSFERS_AT_ONCE}) as settled`);
  if (!rows[0]?.upto) return false;
  const settledId = BigInt(rows[0].upto);
  const sums = addSums(toSums(stored!.amounts), await sumsBetween(tx, stored!.settledId, settledId));
  const amounts = Object.fromEntries([...sums].map(([kind, micros]) => [kind, String(micros)]));
  await tx.update(ledgerTotals).set({ settledId, amounts }).where(eq(ledgerTotals.only, 'totals'));
  return true;
}

/** These kinds credit only `available`; skipping the account lookup saves most of the work. */
const NEVER_HELD: readonly TransferKind[] = ['accrual', 'correction', 'deposit', 'refund'];
const AVAILABLE = sql`number is not null and kind = any(${sql.param([...NEVER_HELD])}::text[])`;

async function sumsBetween(db: Db, after: bigint, upto?: bigint): Promise<Sums> {
  const { rows } = await db.execute<{ kind: AccountKind; amount: string }>(sql`
    select coalesce(a.kind, 'available') as kind, sum(e.amount)::text as amount from (
      select case when ${AVAILABLE} then 0 else account_id end as account_id, sum(amount) as amount from ledger_entries
      where transfer_id > ${after} ${upto === undefined ? sql`` : sql`and transfer_id <= ${upto}`} group by 1
    ) as e left join ledger_accounts a on a.id = e.account_id group by 1`);
  return new Map(rows.map(({ kind, amount }) => [kind, BigInt(amount)]));
}

function toSums(amounts: Record<string, string>): Sums {
  return new Map(Object.entries(amounts).map(([kind, micros]) => [kind as AccountKind, BigInt(micros)]));
}

function addSums(first: Sums, second: Sums): Sums {
  const kinds = new Set([...first.keys(), ...second.keys()]);
  return new Map([...kinds].map((kind) => [kind, (first.get(kind) ?? 0n) + (second.get(kind) ?? 0n)]));
}

export async function compareTotals(db: Db): Promise<{ kind: AccountKind; storedSum: bigint; correctSum: bigint }[]> {
  const [stored] = await db.select().from(ledgerTotals).where(eq(ledgerTotals.only, 'totals'));
  if (!stored) return [];
  const { rows } = await db.execute<{ kind: AccountKind; amount: string }>(sql`
    select a.kind, sum(e.amount)::text as amount from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where e.transfer_id <= ${stored.settledId} group by a.kind`);
  const storedSums = toSums(stored.amounts);
  const correctSums: Sums = new Map(rows.map(({ kind, amount }) => [kind, BigInt(amount)]));
  const kinds = [...new Set([...storedSums.keys(), ...correctSums.keys()])].toSorted();
  return kinds.map((kind) => {
    return { kind, storedSum: storedSums.get(kind) ?? 0n, correctSum: correctSums.get(kind) ?? 0n };
  });
}

import { desc, inArray, sql } from 'drizzle-orm';
import type { BATCH_DIFFERENCES, BatchComparison } from '#domain/accrual-file.ts';
import { moneyText } from '#domain/money.ts';
import type { Db } from '#server/db/connect.ts';
import { accrualBatches, members } from '#server/db/schema/index.ts';
import type { BatchLine } from '#server/ledger/index.ts';

const SHOWN = 5;
/** Sums that grew or shrank by more than this are told. */
const TIMES = 3n;

/** Compares sums of members with the batch posted last; null if there is none. */
export async function compareWithLast(db: Db, lines: readonly BatchLine[]): Promise<BatchComparison | null> {
  const [last] = await db
    .select({ batch: accrualBatches.batch, lineCount: accrualBatches.lineCount })
    .from(accrualBatches)
    .orderBy(desc(accrualBatches.postedAt), desc(accrualBatches.batch))
    .limit(1);
  if (!last) return null;
  const before = await sumsOfBatch(db, last);
  const now = new Map<number, bigint>();
  for (const { memberId, amountMicros } of lines) now.set(memberId, (now.get(memberId) ?? 0n) + amountMicros);
  const found: Record<(typeof BATCH_DIFFERENCES)[number], Sums[]> = { new: [], changed: [], missing: [] };
  for (const [memberId, sum] of now) {
    const earlier = before.get(memberId) ?? 0n;
    if (earlier === 0n) found.new.push({ memberId, before: 0n, now: sum });
    else if (sum > earlier * TIMES || earlier > sum * TIMES)
      found.changed.push({ memberId, before: earlier, now: sum });
  }
  for (const [memberId, sum] of before) if (!now.has(memberId)) found.missing.push({ memberId, before: sum, now: 0n });
  const largest = Object.values(found).map((sums) => sums.toSorted(byDifference).slice(0, SHOWN));
  const usernames = await usernamesOf(db, largest.flat());
  const [added, changed, missing] = Object.values(found).map((sums, index) => ({
    count: sums.length,
    largest: (largest[index] ?? []).map((one) => ({
      username: usernames.get(one.memberId) ?? '',
      before: moneyText(one.before),
      now: moneyText(one.now),
    })),
  }));
  return { batch: last.batch, new: added!, changed: changed!, missing: missing! };
}

type Sums = { memberId: number; before: bigint; now: bigint };

const differenceOf = ({ before, now }: Sums) => (now > before ? now - before : before - now);
const byDifference = (a: Sums, b: Sums) => (differenceOf(a) < differenceOf(b) ? 1 : -1);

/** Reversed lines count, as in the batch’s total. */
async function sumsOfBatch(
  db: Db,
  { batch, lineCount }: { batch: string; lineCount: number },
): Promise<Map<number, bigint>> {
  const { rows } = await db.execute<{ member_id: number; sum: string }>(sql`
    select t.member_id, sum(e.amount)::text as sum
    from generate_series(1, ${lineCount}::integer) as n
    join ledger_transfers t on t.key = 'accrual:' || ${batch} || ':' || n
    join ledger_entries e on e.transfer_id = t.id and e.amount > 0
    group by t.member_id`);
  return new Map(rows.map(({ member_id: memberId, sum }) => [memberId, BigInt(sum)]));
}

async function usernamesOf(db: Db, sums: readonly Sums[]): Promise<Map<number, string>> {
  if (sums.length === 0) return new Map();
  const ids = sums.map(({ memberId }) => memberId);
  const rows = await db
    .select({ id: members.id, username: members.username })
    .from(members)
    .where(inArray(members.id, ids));
  return new Map(rows.map(({ id, username }) => [id, username]));
}

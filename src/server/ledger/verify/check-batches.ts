import { asc, gt, sql } from 'drizzle-orm';
import { moneyText } from '#domain/money.ts';
import type { Db } from '#server/db/connect.ts';
import { accrualBatches } from '#server/db/schema/index.ts';
import { accrualKey, batchContents } from '../chain.ts';
import type { KeyTrial } from '#server/base/key-trial.ts';
import type { Report } from './report.ts';

type Batch = typeof accrualBatches.$inferSelect;

const BATCHES_AT_ONCE = 100;
const LINES_AT_ONCE = 5_000;

export async function checkBatches(
  db: Db,
  keys: KeyTrial,
  transferCounts: Map<string, number>,
  report: Report,
): Promise<number> {
  let count = 0;
  for (let after = ''; ;) {
    const batches = await db
      .select()
      .from(accrualBatches)
      .where(gt(accrualBatches.batch, after))
      .orderBy(asc(accrualBatches.batch))
      .limit(BATCHES_AT_ONCE);
    for (const batch of batches) {
      await checkBatch(db, keys, batch, transferCounts.get(batch.batch) ?? 0, report);
      transferCounts.delete(batch.batch);
    }
    count += batches.length;
    if (batches.length < BATCHES_AT_ONCE) break;
    after = batches.at(-1)?.batch ?? after;
  }
  for (const [batch, transfers] of transferCounts) {
    report.add('batch_wrong', `${transfers} transfers are of a batch “${batch}” that is not there.`);
  }
  return count;
}

async function checkBatch(
  db: Db,
  { keys }: KeyTrial,
  row: Batch,
  transferCount: number,
  report: Report,
): Promise<void> {
  const { batch, labels, lineCount, total, contents } = row;
  const add = (words: string) => report.add('batch_wrong', `The batch “${batch}” ${words}.`);
  if (transferCount !== lineCount) add(`has ${lineCount} lines, but ${transferCount} transfers`);
  const hashes = keys.map((key) => batchContents(key, batch, labels));
  let totalMicros = 0n;
  for (let from = 1; from <= lineCount && transferCount > 0; from += LINES_AT_ONCE) {
    for (const line of await readLines(db, batch, from, Math.min(lineCount, from + LINES_AT_ONCE - 1))) {
      const amountMicros = BigInt(line.amount_micros ?? 0);
      totalMicros += amountMicros;
      const batchLine = { memberId: line.member_id, amountMicros, details: line.details };
      for (const hash of hashes) hash.add(batchLine);
    }
  }
  if (totalMicros !== total) add(`says ${moneyText(total)}, its transfers come to ${moneyText(totalMicros)}`);
  else if (transferCount === lineCount && !hashes.some((hash) => hash.end().equals(contents)))
    add('does not hold what its transfers say');
}

type Line = { member_id: number; details: Record<string, string>; amount_micros: string | null };

async function readLines(db: Db, batch: string, from: number, to: number): Promise<Line[]> {
  const keys = Array.from({ length: to - from + 1 }, (_, index) => accrualKey(batch, from + index));
  const { rows } = await db.execute<Line>(sql`
    select t.member_id, t.details, (
      select sum(e.amount) from ledger_entries e where e.transfer_id = t.id and e.amount > 0
    ) as amount_micros
    from unnest(${sql.param(keys)}::text[]) with ordinality as k(key, place)
    join ledger_transfers t on t.key = k.key order by k.place`);
  return rows;
}

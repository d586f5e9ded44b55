import type { AccrualBatch, BatchLineRow } from '#contracts/console/accruals.ts';
import { moneyText } from '#domain/money.ts';
import { readBatch, readBatchLines } from '#server/members/accruals/index.ts';
import type { Db } from '#server/db/connect.ts';
import type { accrualBatches } from '#server/db/schema/index.ts';

export function presentBatch({ batch, lineCount, total, postedAt }: typeof accrualBatches.$inferSelect): AccrualBatch {
  return { batch, lines: lineCount, total: moneyText(total), posted_at: postedAt.toISOString() };
}

type PostedLine = Awaited<ReturnType<typeof readBatchLines>>[number];

export function presentBatchLine({
  line,
  username,
  amountMicros,
  reason,
  document,
  isReversed,
}: PostedLine): BatchLineRow {
  return { line, username, amount: moneyText(amountMicros), reason, document, is_reversed: isReversed };
}

export async function findBatch(db: Db, batch: string): Promise<AccrualBatch | undefined> {
  const row = await readBatch(db, batch);
  return row && presentBatch(row);
}

export async function findBatchLine(db: Db, batch: string, line: number): Promise<BatchLineRow | undefined> {
  const [found] = await readBatchLines(db, batch, [line]);
  return found && presentBatchLine(found);
}

import { eq, inArray } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { accrualBatches, ledgerEntries, ledgerTransfers, members } from '#server/db/schema/index.ts';
import { accrualKey, reversalKey } from '#server/ledger/index.ts';

type BatchRow = typeof accrualBatches.$inferSelect;

export async function readBatch(db: Db, batch: string): Promise<BatchRow | undefined> {
  const [row] = await db.select().from(accrualBatches).where(eq(accrualBatches.batch, batch));
  return row;
}

type PostedLine = {
  line: number;
  username: string;
  amountMicros: bigint;
  reason: string;
  document: string;
  isReversed: boolean;
};

/** `line` counts from 1. */
export async function readBatchLines(db: Db, batch: string, lines: readonly number[]): Promise<PostedLine[]> {
  if (lines.length === 0) return [];
  const keys = new Map(lines.map((line) => [accrualKey(batch, line), line]));
  const reversals = new Map(lines.map((line) => [reversalKey(batch, line), line]));
  const [rows, reversed] = await Promise.all([
    db
      .select({ transfer: ledgerTransfers, amountMicros: ledgerEntries.amountMicros, username: members.username })
      .from(ledgerTransfers)
      .innerJoin(ledgerEntries, eq(ledgerEntries.transferId, ledgerTransfers.id))
      .innerJoin(members, eq(members.id, ledgerTransfers.memberId))
      .where(inArray(ledgerTransfers.key, [...keys.keys()])),
    db
      .select({ key: ledgerTransfers.key })
      .from(ledgerTransfers)
      .where(inArray(ledgerTransfers.key, [...reversals.keys()])),
  ]);
  const reversedLines = new Set(reversed.map(({ key }) => reversals.get(key)));
  return rows
    .filter(({ amountMicros }) => amountMicros > 0n)
    .map(({ transfer: { key, details }, amountMicros, username }) => {
      const line = keys.get(key) ?? 0;
      const { reason = '', document = '' } = details;
      return { line, username, amountMicros, reason, document, isReversed: reversedLines.has(line) };
    })
    .toSorted((a, b) => a.line - b.line);
}

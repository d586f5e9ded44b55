import { eq, inArray } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { accrualBatches, ledgerEntries, ledgerTransfers, members } from '#server/db/schema/index.ts';
import {
  accrualKey,
  type LedgerServices,
  type OnProgress,
  postTransfers,
  reversalKey,
  type Transfer,
} from '#server/ledger/index.ts';
import { notifyMany } from '#server/members/notices/index.ts';
import { sumsOf } from './post-accruals.ts';

type Order = { batch: string; line?: number | undefined; onProgress?: OnProgress | undefined };

/** Lines count from 1. */
type Reversal =
  | { state: 'reversed'; lineCount: number; totalMicros: bigint }
  | { state: 'no_batch' }
  | { state: 'no_line'; lineCount: number }
  | { state: 'reversed_before'; line: number }
  | { state: 'too_little'; line: number; username: string };

const AT_ONCE = 5_000;

export async function reverseAccrualBatch(
  tx: Db,
  services: LedgerServices,
  { batch, line, onProgress }: Order,
): Promise<Reversal> {
  const [batchRow] = await tx.select().from(accrualBatches).where(eq(accrualBatches.batch, batch)).for('update');
  if (!batchRow) return { state: 'no_batch' };
  const { lineCount } = batchRow;
  if (line !== undefined && line > lineCount) return { state: 'no_line', lineCount };
  const lines = line === undefined ? Array.from({ length: lineCount }, (_, index) => index + 1) : [line];
  const reversedLine = await findReversed(tx, batch, lines);
  if (reversedLine !== undefined) return { state: 'reversed_before', line: reversedLine };

  const transfers = await counterTransfers(tx, batch, lines);
  const posting = await postTransfers(tx, services, transfers, onProgress);
  if ('shortOf' in posting) return tooLittle(tx, posting.shortOf);
  const amounts = transfers.map(({ memberId, legs }) => ({ memberId, amountMicros: legs[0]?.amountMicros ?? 0n }));
  await notifyMany(tx, services, 'accrual-reversed', sumsOf(amounts));
  const totalMicros = amounts.reduce((sum, { amountMicros }) => sum + amountMicros, 0n);
  return { state: 'reversed', lineCount: transfers.length, totalMicros };
}

async function findReversed(tx: Db, batch: string, lines: readonly number[]): Promise<number | undefined> {
  for (const part of inParts(lines)) {
    const keys = new Map(part.map((line) => [reversalKey(batch, line), line]));
    const rows = await tx
      .select({ key: ledgerTransfers.key })
      .from(ledgerTransfers)
      .where(inArray(ledgerTransfers.key, [...keys.keys()]));
    if (rows.length > 0) return Math.min(...rows.map(({ key }) => keys.get(key) ?? 0));
  }
  return undefined;
}

async function counterTransfers(tx: Db, batch: string, lines: readonly number[]): Promise<Transfer[]> {
  const transfers: Transfer[] = [];
  for (const part of inParts(lines)) {
    const keys = new Map(part.map((line) => [accrualKey(batch, line), line]));
    const rows = await tx
      .select({ transfer: ledgerTransfers, amountMicros: ledgerEntries.amountMicros })
      .from(ledgerTransfers)
      .innerJoin(ledgerEntries, eq(ledgerEntries.transferId, ledgerTransfers.id))
      .where(inArray(ledgerTransfers.key, [...keys.keys()]));
    const credits = rows.filter(({ amountMicros }) => amountMicros > 0n);
    for (const { transfer, amountMicros } of credits.toSorted((a, b) => a.transfer.id - b.transfer.id)) {
      const { memberId, details, key } = transfer;
      transfers.push({
        key: reversalKey(batch, keys.get(key) ?? 0),
        kind: 'correction',
        memberId,
        details: { batch, line: details['line'] ?? '', document: details['document'] ?? '', reverses: key },
        legs: [
          { account: { kind: 'earnings' }, amountMicros },
          { account: { kind: 'available', memberId }, amountMicros: -amountMicros },
        ],
      });
    }
  }
  return transfers;
}

async function tooLittle(tx: Db, { memberId, details }: Transfer): Promise<Reversal> {
  const [member] = await tx.select({ username: members.username }).from(members).where(eq(members.id, memberId));
  return { state: 'too_little', line: Number(details['line']), username: member?.username ?? '' };
}

function* inParts<T>(items: readonly T[]): Generator<T[]> {
  for (let start = 0; start < items.length; start += AT_ONCE) yield items.slice(start, start + AT_ONCE);
}

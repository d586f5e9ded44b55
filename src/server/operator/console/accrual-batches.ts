import type * as z from 'zod/mini';
import type { AccrualBatch, listAccrualBatches, listBatchLines, reverseBatch } from '#contracts/console/accruals.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { moneyText } from '#domain/money.ts';
import { refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { readBatch, readBatchLines } from '#server/members/accruals/index.ts';
import { accrualBatches } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { StaffCaller } from '#server/api/caller.ts';
import { reversalSubject } from './accrual-actions.ts';
import { keysetOf, PAGE } from './keyset.ts';
import { startWork } from './work.ts';

const SORTS = { at: { column: accrualBatches.postedAt, type: 'timestamptz' } } as const;

export async function list(
  { db }: Services,
  { cursor, limit = PAGE }: z.output<typeof listAccrualBatches.input>,
): Promise<OutputOf<typeof listAccrualBatches> | Refused> {
  const keyset = keysetOf(SORTS, '-at', { column: accrualBatches.batch, type: 'text' }, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const fetchedRows = await db
    .select()
    .from(accrualBatches)
    .where(keyset.behind)
    .orderBy(...keyset.order)
    .limit(limit + 1);
  const { rows, next } = keyset.page(fetchedRows, limit, ({ batch, postedAt }) => [postedAt, batch]);
  return { items: rows.map(present), next };
}

function present({ batch, lineCount, total, postedAt }: typeof accrualBatches.$inferSelect): AccrualBatch {
  return { batch, lines: lineCount, total: moneyText(total), posted_at: postedAt.toISOString() };
}

export async function describe({ db }: Services, batch: string): Promise<AccrualBatch | Refused> {
  const row = await readBatch(db, batch);
  return row ? present(row) : refuse('not_found');
}

export async function listLines(
  { db }: Services,
  { batch, cursor, limit = PAGE }: z.output<typeof listBatchLines.input>,
): Promise<OutputOf<typeof listBatchLines> | Refused> {
  const row = await readBatch(db, batch);
  if (!row) return refuse('not_found');
  const after = Number(cursor ?? 0);
  if (!Number.isSafeInteger(after) || after < 0) return refuseField('cursor', 'invalid');
  const count = Math.max(0, Math.min(limit, row.lineCount - after));
  const lines = await readBatchLines(
    db,
    batch,
    Array.from({ length: count }, (_, index) => after + index + 1),
  );
  return {
    items: lines.map(({ line, username, amountMicros, reason, document, isReversed }) => {
      return { line, username, amount: moneyText(amountMicros), reason, document, is_reversed: isReversed };
    }),
    next: after + count < row.lineCount ? String(after + count) : null,
  };
}

export async function reverse(
  services: Services,
  { batch, line, reason }: z.output<typeof reverseBatch.input>,
  caller: StaffCaller,
): Promise<OutputOf<typeof reverseBatch> | Refused> {
  const row = await readBatch(services.db, batch);
  if (!row || (line !== undefined && line > row.lineCount)) return refuse('not_found');
  return startWork(services, caller, { action: 'accruals reverse', ids: [reversalSubject(batch, line)], reason });
}

import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import type { AccrualBatch, listAccrualBatches, listBatchLines, reverseBatch } from '#contracts/console/accruals.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { moneyText } from '#domain/money.ts';
import { refuse, type Refused, refuseField } from '#domain/refusals.ts';
import * as accruals from '#server/accruals/index.ts';
import type { Services } from '#server/services.ts';
import type { StaffCaller } from '#server/http/caller.ts';
import { reversalSubject } from './accrual-actions.ts';
import { insertWork } from './insert-work.ts';

const PAGE = 50;

export async function list(
  { db }: Services,
  { cursor, limit = PAGE }: z.output<typeof listAccrualBatches.input>,
): Promise<OutputOf<typeof listAccrualBatches> | Refused> {
  const after = cursor === undefined ? undefined : readPlace(cursor);
  if (cursor !== undefined && !after) return refuseField('cursor', 'invalid');
  const found = await accruals.listBatches(db, { after, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { items: rows.map(present), next: last ? `${last.postedAt.getTime()}:${last.batch}` : null };
}

/** Names of batches hold more than the cursor of other lists. */
function readPlace(cursor: string): { at: Date; batch: string } | undefined {
  const [, time, batch = ''] = /^(\d{1,14}):([\w.-]{1,64})$/.exec(cursor) ?? [];
  return time === undefined ? undefined : { at: new Date(Number(time)), batch };
}

function present({ batch, lineCount, total, postedAt }: NonNullable<Awaited<ReturnType<typeof accruals.readBatch>>>) {
  return { batch, lines: lineCount, total: moneyText(total), posted_at: postedAt.toISOString() };
}

export async function describe({ db }: Services, batch: string): Promise<AccrualBatch | Refused> {
  const row = await accruals.readBatch(db, batch);
  return row ? present(row) : refuse('not_found');
}

export async function listLines(
  { db }: Services,
  { batch, cursor, limit = PAGE }: z.output<typeof listBatchLines.input>,
): Promise<OutputOf<typeof listBatchLines> | Refused> {
  const row = await accruals.readBatch(db, batch);
  if (!row) return refuse('not_found');
  const after = Number(cursor ?? 0);
  if (!Number.isSafeInteger(after) || after < 0) return refuseField('cursor', 'invalid');
  const count = Math.max(0, Math.min(limit, row.lineCount - after));
  const lines = await accruals.readBatchLines(
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

/** Has a job take it back; what is wrong with it then is told there. */
export async function reverse(
  services: Services,
  { batch, line, reason }: z.output<typeof reverseBatch.input>,
  caller: StaffCaller,
): Promise<OutputOf<typeof reverseBatch> | Refused> {
  const row = await accruals.readBatch(services.db, batch);
  if (!row || (line !== undefined && line > row.lineCount)) return refuse('not_found');
  const work = randomUUID();
  const subjects = [reversalSubject(batch, line)];
  await services.transaction((tx) =>
    insertWork(tx, services, caller, { id: work, action: 'accruals reverse', subjects, reason }),
  );
  return { work };
}

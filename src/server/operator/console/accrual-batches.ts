import { and, eq, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';
import type { getAccrualBatch, listAccrualBatches, listBatchLines, reverseBatch } from '#contracts/console/accruals.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { moneyText } from '#domain/money.ts';
import { refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { readBatch, readBatchLines } from '#server/members/accruals/index.ts';
import { listAudit } from '#server/audit/index.ts';
import type { Db } from '#server/db/connect.ts';
import { accrualBatches, accrualDrafts, approvals, staff, staffWork } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { StaffCaller } from '#server/api/caller.ts';
import { reversalSubject } from './accrual-actions.ts';
import { keysetOf, PAGE } from './keyset.ts';
import { findBatch, presentBatch, presentBatchLine } from './posted-batches.ts';
import { totalOf } from './total.ts';
import { startWork } from './work.ts';

const SORTS = { at: { column: accrualBatches.postedAt, type: 'timestamptz' } } as const;

export async function list(
  { db }: Services,
  { cursor, limit = PAGE }: z.output<typeof listAccrualBatches.input>,
): Promise<OutputOf<typeof listAccrualBatches> | Refused> {
  const keyset = keysetOf(SORTS, '-at', { column: accrualBatches.batch, type: 'text' }, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const [fetchedRows, total] = await Promise.all([
    db
      .select()
      .from(accrualBatches)
      .where(keyset.behind)
      .orderBy(...keyset.order)
      .limit(limit + 1),
    totalOf(db, accrualBatches, undefined, accrualBatches.total),
  ]);
  const { rows, next } = keyset.page(fetchedRows, limit, ({ batch, postedAt }) => [postedAt, batch]);
  return { items: rows.map(presentBatch), next, total };
}

export async function describe({ db }: Services, batch: string): Promise<OutputOf<typeof getAccrualBatch> | Refused> {
  const found = await findBatch(db, batch);
  return found ? { ...found, people: await readPeople(db, batch) } : refuse('not_found');
}

async function readPeople(db: Db, batch: string): Promise<OutputOf<typeof getAccrualBatch>['people']> {
  const name = (id: AnyPgColumn) => sql<string | null>`(select name from ${staff} where ${staff.id} = ${id})`;
  const [draft] = await db
    .select({
      uploaded: name(accrualDrafts.preparedBy),
      ordered: name(approvals.preparedBy),
      started: name(staffWork.startedBy),
      approved: name(approvals.decidedBy),
    })
    .from(accrualDrafts)
    .leftJoin(staffWork, eq(staffWork.id, accrualDrafts.workId))
    .leftJoin(
      approvals,
      and(
        eq(approvals.action, 'accruals post'),
        sql`${approvals.subject} = ${accrualDrafts.id}::text`,
        eq(approvals.state, 'approved'),
      ),
    )
    .where(and(eq(accrualDrafts.batch, batch), eq(accrualDrafts.state, 'posted')))
    .limit(1);
  if (draft) return { uploaded: draft.uploaded, posted: draft.ordered ?? draft.started, approved: draft.approved };
  const { rows } = await listAudit(db, { action: 'accruals import', subject: `batch:${batch}`, limit: 1 });
  return { uploaded: null, posted: rows[0]?.actor ?? null, approved: null };
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
    items: lines.map(presentBatchLine),
    next: after + count < row.lineCount ? String(after + count) : null,
    total: { count: row.lineCount, is_more: false, amount: moneyText(row.total) },
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

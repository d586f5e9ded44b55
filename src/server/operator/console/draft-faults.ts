import { and, asc, eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { listDraftFaults } from '#contracts/console/accruals.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { DOCUMENT_MAX } from '#domain/history.ts';
import type { Language } from '#domain/languages.ts';
import { isRefused, refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { isUuid } from '#domain/uuid.ts';
import { translator } from '#i18n/translator.ts';
import {
  type AccrualLine,
  checkAccruals,
  compareWithLast,
  findDoubles,
  findRepeats,
  readAccrualsCsv,
} from '#server/members/accruals/index.ts';
import type { Db } from '#server/db/connect.ts';
import { accrualDraftFaults, accrualDrafts } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { PAGE } from './keyset.ts';

type DraftRow = typeof accrualDrafts.$inferSelect;
type AccrualFile = Parameters<typeof checkAccruals>[2] & { fileLines: readonly number[] };
type Fault = { line: number; field: keyof AccrualLine; code: string; written: string };

export async function readStoredCsv({ id, csv }: Pick<DraftRow, 'id' | 'csv'>) {
  const read = await readAccrualsCsv(csv);
  if ('problem' in read) throw new Error(`The draft ${id} can’t be read any more.`);
  return read;
}

export async function checkFile({ db, ...services }: Services, { fileLines, ...order }: AccrualFile) {
  const { checked, findEarlier } = await checkAccruals(db, services, order);
  const faults = checked.faults.map(({ line, field, code }): Fault => {
    return { line: fileLines[line] ?? 0, field, code, written: order.lines[line]?.[field].replaceAll('\0', '') ?? '' };
  });
  const lines = order.lines.map((line, index) => ({ ...line, amountMicros: checked.lines[index]?.amountMicros ?? 0n }));
  const hasFaults = faults.length > 0;
  const doubles = hasFaults ? [] : findDoubles(checked.lines);
  const before = await findEarlier();
  const figures = {
    lineCount: order.lines.length,
    totalMicros: checked.totalMicros,
    sums: sumsByReason(checked),
    faultCount: faults.length,
    repeats: hasFaults ? [] : await findRepeats(db, order.batch, checked.lines),
    doubles: { count: doubles.length, lines: doubles.slice(0, DOUBLES_SHOWN) },
    earlier: before ? (isRefused(before) ? ('different' as const) : ('same' as const)) : null,
    comparison: hasFaults || before ? null : await compareWithLast(db, checked.lines),
  };
  return { figures, faults, lines, before };
}

const DOUBLES_SHOWN = 10;

type Checked = Awaited<ReturnType<typeof checkAccruals>>['checked'];

function sumsByReason({ lines, faults }: Checked): DraftRow['sums'] {
  const faultyLines = new Set(faults.map(({ line }) => line));
  const sums = new Map<string, { lines: number; micros: bigint }>();
  for (const [index, { details, amountMicros }] of lines.entries()) {
    if (faultyLines.has(index)) continue;
    const { reason = '' } = details;
    const before = sums.get(reason) ?? { lines: 0, micros: 0n };
    sums.set(reason, { lines: before.lines + 1, micros: before.micros + amountMicros });
  }
  return [...sums]
    .toSorted(([, a], [, b]) => (a.micros < b.micros ? 1 : -1))
    .map(([reason, sum]) => ({ reason, lines: sum.lines, micros: String(sum.micros) }));
}

const FAULTS_AT_ONCE = 10_000;
const WRITTEN_MAX = 200;

export async function insertFaults(tx: Db, draftId: string, faults: readonly Fault[]): Promise<void> {
  for (let start = 0; start < faults.length; start += FAULTS_AT_ONCE) {
    const batch = faults.slice(start, start + FAULTS_AT_ONCE);
    const column = (read: (fault: Fault) => unknown) => sql.param(batch.map(read));
    await tx.execute(sql`
      insert into accrual_draft_faults (draft_id, position, line, field, code, written)
      select ${draftId}::uuid, ${start}::int + row_number() over (), f.* from unnest(
        ${column(({ line }) => line)}::int[], ${column(({ field }) => field)}::text[],
        ${column(({ code }) => code)}::text[],
        ${column(({ written }) => [...written].slice(0, WRITTEN_MAX).join(''))}::text[]) as f`);
  }
}

export async function listFaults(
  { db }: Services,
  { id, cursor, limit = PAGE }: z.output<typeof listDraftFaults.input>,
  language: Language,
): Promise<OutputOf<typeof listDraftFaults> | Refused> {
  const isThere = isUuid(id) && (await db.$count(accrualDrafts, eq(accrualDrafts.id, id))) > 0;
  if (!isThere) return refuse('not_found');
  const after = Number(cursor ?? 0);
  if (!Number.isSafeInteger(after) || after < 0 || after > 2_000_000_000) return refuseField('cursor', 'invalid');
  const fetchedRows = await db
    .select()
    .from(accrualDraftFaults)
    .where(and(eq(accrualDraftFaults.draftId, id), sql`${accrualDraftFaults.position} > ${after}`))
    .orderBy(asc(accrualDraftFaults.position))
    .limit(limit + 1);
  const rows = fetchedRows.slice(0, limit);
  const t = translator(language);
  return {
    items: rows.map(({ line, field, code, written }) => {
      return { line, field, written, sentence: t(`faults:${code}`, { max: DOCUMENT_MAX }) };
    }),
    next: fetchedRows.length > limit ? String(rows.at(-1)?.position) : null,
  };
}

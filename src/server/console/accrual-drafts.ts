import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type {
  AccrualDraft,
  checkDraftAgain,
  listAccrualDrafts,
  listDraftFaults,
  uploadAccruals,
} from '#contracts/console/accruals.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { ACCRUAL_FILE_MAX_BYTES } from '#domain/accrual-file.ts';
import { DOCUMENT_MAX } from '#domain/history.ts';
import { moneyText } from '#domain/money.ts';
import { isRefused, refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { isUuid } from '#domain/uuid.ts';
import type { Language } from '#domain/languages.ts';
import { translator } from '#i18n/translator.ts';
import { type AccrualLine, checkAccruals, readAccrualLabels, readAccrualsCsv } from '#server/accruals/index.ts';
import type { Db } from '#server/db/connect.ts';
import {
  accrualBatches,
  accrualDraftFaults,
  accrualDrafts,
  approvals,
  staff,
  staffWork,
  staffWorkSteps,
} from '#server/db/schema/index.ts';
import type { Services } from '#server/services.ts';
import type { StaffCaller } from '#server/http/caller.ts';
import { readTimeCursor, writeTimeCursor } from '#server/http/time-cursor.ts';
import { audited } from '#server/staff/index.ts';
import { insertWork } from './insert-work.ts';

type DraftRow = typeof accrualDrafts.$inferSelect;

/** Reads and checks a file as the command does, and keeps it with all that is wrong with it. */
export async function upload(
  services: Services,
  { file, batch, labels: written }: z.output<typeof uploadAccruals.input>,
  { session }: StaffCaller,
): Promise<OutputOf<typeof uploadAccruals> | Refused> {
  if (file.size > ACCRUAL_FILE_MAX_BYTES) return { draft: null, problem: { code: 'large' } };
  const labels = written.trim() === '' ? { labels: {} } : readAccrualLabels(written);
  if ('wrong' in labels) return refuseField('labels', 'invalid');
  const csv = Buffer.from(await file.arrayBuffer());
  const read = await readAccrualsCsv(csv);
  if ('problem' in read) return { draft: null, problem: read.problem };
  const { figures, faults } = await check(services, { batch, ...labels, ...read });
  const id = randomUUID();
  await services.transaction(async (tx) => {
    const by = { preparedBy: session.staff.id, preparedAt: services.clock.now(), state: 'checked' } as const;
    await tx.insert(accrualDrafts).values({ id, batch, csv, ...labels, ...figures, ...by });
    await insertFaults(tx, id, faults);
  });
  const draft = await describe(services, id);
  return isRefused(draft) ? draft : { draft, problem: null };
}

type Written = Parameters<typeof checkAccruals>[2] & { fileLines: readonly number[] };
type Fault = { line: number; field: keyof AccrualLine; code: string; written: string };

/** What a file comes to now, and everything that is wrong with it. */
async function check({ db, ...services }: Services, { fileLines, ...order }: Written) {
  const { checked, again } = await checkAccruals(db, services, order);
  const faults = checked.faults.map(({ line, field, code }): Fault => {
    return { line: fileLines[line] ?? 0, field, code, written: order.lines[line]?.[field].replaceAll('\0', '') ?? '' };
  });
  const figures = {
    lineCount: order.lines.length,
    totalMicros: checked.totalMicros,
    sums: sumsByReason(checked),
    faultCount: faults.length,
  };
  return { figures, faults, before: await again() };
}

type Checked = Awaited<ReturnType<typeof checkAccruals>>['checked'];

/** What the lines that are right come to, reason by reason, the largest first. */
function sumsByReason({ lines, faults }: Checked): DraftRow['sums'] {
  const wrong = new Set(faults.map(({ line }) => line));
  const sums = new Map<string, { lines: number; micros: bigint }>();
  for (const [index, { details, amountMicros }] of lines.entries()) {
    if (wrong.has(index)) continue;
    const { reason = '' } = details;
    const before = sums.get(reason) ?? { lines: 0, micros: 0n };
    sums.set(reason, { lines: before.lines + 1, micros: before.micros + amountMicros });
  }
  return [...sums]
    .toSorted(([, a], [, b]) => (a.micros < b.micros ? 1 : -1))
    .map(([reason, sum]) => ({ reason, lines: sum.lines, micros: String(sum.micros) }));
}

const FAULTS_AT_ONCE = 10_000;
/** Of what stands in a field, so much is shown. */
const WRITTEN_MAX = 200;

async function insertFaults(tx: Db, draftId: string, faults: readonly Fault[]): Promise<void> {
  for (let start = 0; start < faults.length; start += FAULTS_AT_ONCE) {
    const some = faults.slice(start, start + FAULTS_AT_ONCE);
    const column = (read: (fault: Fault) => unknown) => sql.param(some.map(read));
    await tx.execute(sql`
      insert into accrual_draft_faults (draft_id, position, line, field, code, written)
      select ${draftId}::uuid, ${start}::int + row_number() over (), f.* from unnest(
        ${column(({ line }) => line)}::int[], ${column(({ field }) => field)}::text[],
        ${column(({ code }) => code)}::text[],
        ${column(({ written }) => [...written].slice(0, WRITTEN_MAX).join(''))}::text[]) as f`);
  }
}

/** The dry run: the file again, with the members as they are now. */
export async function checkAgain(services: Services, id: string): Promise<OutputOf<typeof checkDraftAgain> | Refused> {
  const row = await findDraft(services.db, id);
  if (!row) return refuse('not_found');
  if (row.state !== 'checked') return refuse('decided_before');
  const read = await readAccrualsCsv(row.csv);
  if ('problem' in read) throw new Error(`The draft ${id} can’t be read any more.`);
  const { figures, faults, before } = await check(services, { batch: row.batch, labels: row.labels, ...read });
  await services.transaction(async (tx) => {
    await tx.update(accrualDrafts).set(figures).where(eq(accrualDrafts.id, id));
    await tx.delete(accrualDraftFaults).where(eq(accrualDraftFaults.draftId, id));
    await insertFaults(tx, id, faults);
  });
  const draft = await describe(services, id);
  if (isRefused(draft)) return draft;
  if (before) return { outcome: isRefused(before) ? 'batch_reused' : 'posted_before', draft };
  return { outcome: faults.length > 0 ? 'faults' : 'checked', draft };
}

async function findDraft(db: Db, id: string): Promise<DraftRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await db.select().from(accrualDrafts).where(eq(accrualDrafts.id, id));
  return row;
}

/** Has a job post it. Asked for again while one does, that one goes on. */
export async function post(
  services: Services,
  { id, reason }: { id: string; reason: string },
  caller: StaffCaller,
): Promise<AccrualDraft | Refused> {
  const shown = await describe(services, id);
  if (isRefused(shown) || shown.state === 'posting') return shown;
  if (shown.state === 'posted' || shown.state === 'discarded') return refuse('decided_before');
  if (shown.faults > 0) return refuse('accrual_faults');
  const row = await findDraft(services.db, id);
  await services.transaction(async (tx) => {
    const work = randomUUID();
    const known = row?.workId ?? null;
    // Of two at once the one that comes second finds the work of the first there.
    const claimed = await tx
      .update(accrualDrafts)
      .set({ workId: work })
      .where(
        and(
          eq(accrualDrafts.id, id),
          eq(accrualDrafts.state, 'checked'),
          known === null ? isNull(accrualDrafts.workId) : eq(accrualDrafts.workId, known),
        ),
      )
      .returning({ id: accrualDrafts.id });
    if (claimed.length === 0) return;
    await insertWork(tx, services, caller, { id: work, action: 'accruals post', subjects: [id], reason });
  });
  return describe(services, id);
}

/** No money is in a draft, so that nobody else is asked. */
export function discard(
  services: Services,
  { id, reason }: { id: string; reason: string },
  caller: StaffCaller,
): Promise<AccrualDraft | Refused> {
  return audited<AccrualDraft>(services, caller, reason, async (tx) => {
    const [row] = isUuid(id) ? await tx.select().from(accrualDrafts).where(eq(accrualDrafts.id, id)).for('update') : [];
    if (!row) return refuse('not_found');
    const shown = await describe({ ...services, db: tx }, id);
    if (isRefused(shown)) return shown;
    if (shown.state === 'discarded') return { answer: shown, change: undefined };
    if (shown.state !== 'checked') return refuse('decided_before');
    await tx.update(accrualDrafts).set({ state: 'discarded' }).where(eq(accrualDrafts.id, id));
    await tx.delete(accrualDraftFaults).where(eq(accrualDraftFaults.draftId, id));
    const change = {
      action: 'accruals import (discarded)',
      subject: `accrual:${id}`,
      before: { state: row.state, batch: row.batch },
      after: { state: 'discarded' },
    };
    return { answer: { ...shown, state: 'discarded' }, change };
  });
}

const PAGE = 50;

export async function list(
  { db }: Services,
  { cursor, limit = PAGE }: z.output<typeof listAccrualDrafts.input>,
): Promise<OutputOf<typeof listAccrualDrafts> | Refused> {
  const place = cursor === undefined ? undefined : readTimeCursor(cursor);
  if (cursor !== undefined && !place) return refuseField('cursor', 'invalid');
  const found = await select(db)
    .where(place && sql`(${accrualDrafts.preparedAt}, ${accrualDrafts.id}::text) < (${place.at}, ${place.id})`)
    .orderBy(sql`${accrualDrafts.preparedAt} desc, ${accrualDrafts.id}::text desc`)
    .limit(limit + 1);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1)?.row : undefined;
  return { items: rows.map(present), next: last ? writeTimeCursor(last.preparedAt, last.id) : null };
}

export async function describe({ db }: Pick<Services, 'db'>, id: string): Promise<AccrualDraft | Refused> {
  const [found] = isUuid(id) ? await select(db).where(eq(accrualDrafts.id, id)) : [];
  return found ? present(found) : refuse('not_found');
}

/** Everything but the file itself. */
function select(db: Db) {
  const { csv: _, ...row } = columns;
  return db
    .select({
      row,
      name: staff.name,
      isBatchKnown: sql<boolean>`exists (select from ${accrualBatches} where ${accrualBatches.batch} = ${accrualDrafts.batch})`,
      isWaiting: sql<boolean>`exists (select from ${approvals} where ${approvals.action} = 'accruals post'
        and ${approvals.subject} = ${accrualDrafts.id}::text and ${approvals.state} = 'waiting')`,
      isUnderWay: sql<boolean>`coalesce(${accrualDrafts.workId} is not null and ${staffWork.finishedAt} is null, false)`,
      outcome: sql<string | null>`(select ${staffWorkSteps.outcome} from ${staffWorkSteps}
        where ${staffWorkSteps.workId} = ${accrualDrafts.workId} and ${staffWorkSteps.position} = 0)`,
    })
    .from(accrualDrafts)
    .innerJoin(staff, eq(staff.id, accrualDrafts.preparedBy))
    .leftJoin(staffWork, eq(staffWork.id, accrualDrafts.workId))
    .$dynamic();
}

const columns = {
  id: accrualDrafts.id,
  csv: accrualDrafts.csv,
  batch: accrualDrafts.batch,
  lineCount: accrualDrafts.lineCount,
  totalMicros: accrualDrafts.totalMicros,
  sums: accrualDrafts.sums,
  faultCount: accrualDrafts.faultCount,
  preparedAt: accrualDrafts.preparedAt,
  state: accrualDrafts.state,
};

type Selected = {
  row: Pick<DraftRow, Exclude<keyof typeof columns, 'csv'>>;
  name: string;
  isBatchKnown: boolean;
  isWaiting: boolean;
  isUnderWay: boolean;
  outcome: string | null;
};

const WENT_WELL: readonly (string | null)[] = ['done', 'waiting', null];

function present({ row, name, isBatchKnown, isWaiting, isUnderWay, outcome }: Selected): AccrualDraft {
  const isOpen = row.state === 'checked';
  const isPosting = isOpen && isUnderWay;
  return {
    id: row.id,
    batch: row.batch,
    lines: row.lineCount,
    total: moneyText(row.totalMicros),
    faults: row.faultCount,
    sums: row.sums.map(({ reason, lines, micros }) => ({ reason, lines, total: moneyText(BigInt(micros)) })),
    prepared_by: name,
    prepared_at: row.preparedAt.toISOString(),
    state: isPosting ? 'posting' : isOpen && isWaiting ? 'waiting' : row.state,
    refused: isOpen && !isPosting && !WENT_WELL.includes(outcome) ? outcome : null,
    is_batch_known: isBatchKnown,
  };
}

/** Each wrong field with what stands there and a sentence about it. */
export async function listFaults(
  { db }: Services,
  { id, cursor, limit = PAGE }: z.output<typeof listDraftFaults.input>,
  language: Language,
): Promise<OutputOf<typeof listDraftFaults> | Refused> {
  if (!(await findDraft(db, id))) return refuse('not_found');
  const after = Number(cursor ?? 0);
  if (!Number.isSafeInteger(after) || after < 0 || after > 2_000_000_000) return refuseField('cursor', 'invalid');
  const found = await db
    .select()
    .from(accrualDraftFaults)
    .where(and(eq(accrualDraftFaults.draftId, id), sql`${accrualDraftFaults.position} > ${after}`))
    .orderBy(asc(accrualDraftFaults.position))
    .limit(limit + 1);
  const rows = found.slice(0, limit);
  const t = translator(language);
  return {
    items: rows.map(({ line, field, code, written }) => {
      return { line, field, written, sentence: t(`faults:${code}`, { max: DOCUMENT_MAX }) };
    }),
    next: found.length > limit ? String(rows.at(-1)?.position) : null,
  };
}

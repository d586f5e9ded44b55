import { randomUUID } from 'node:crypto';
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type {
  AccrualDraft,
  AccrualSummary,
  checkDraftAgain,
  listAccrualDrafts,
  postDraft,
  uploadAccruals,
} from '#contracts/console/accruals.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { ACCRUAL_FILE_MAX_BYTES } from '#domain/accrual-file.ts';
import type { Language } from '#domain/languages.ts';
import { moneyText } from '#domain/money.ts';
import { isRefused, refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { isUuid } from '#domain/uuid.ts';
import { accrualTemplate, readAccrualLabels, readAccrualsCsv } from '#server/members/accruals/index.ts';
import { type CsvProblem, tellCsvProblem } from '#server/base/csv/index.ts';
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
import type { Services } from '#server/api/services.ts';
import { fileName } from '#server/base/file-name.ts';
import type { FileAnswer } from '#server/api/route.ts';
import type { StaffCaller } from '#server/api/caller.ts';
import { audited } from '#server/operator/staff/index.ts';
import { checkFile, insertFaults, readStoredCsv } from './draft-faults.ts';
import { insertLines, removeLines, summarise } from './draft-lines.ts';
import { insertWork } from './insert-work.ts';
import { keysetOf, PAGE } from './keyset.ts';
import { totalOf } from './total.ts';

export async function template(services: Services, language: Language): Promise<FileAnswer> {
  return { fileName: fileName(services, ['accruals'], 'csv'), pieces: pieces() };

  async function* pieces() {
    yield accrualTemplate(language);
  }
}

export async function upload(
  services: Services,
  { file, batch, labels: labelsJson }: z.output<typeof uploadAccruals.input>,
  caller: StaffCaller,
): Promise<OutputOf<typeof uploadAccruals> | Refused> {
  const presentProblem = (problem: CsvProblem) => ({
    code: problem.code,
    sentence: tellCsvProblem(problem, caller.language),
  });
  if (file.size > ACCRUAL_FILE_MAX_BYTES) return { draft: null, problem: presentProblem({ code: 'large' }) };
  const labels = labelsJson.trim() === '' ? { labels: {} } : readAccrualLabels(labelsJson);
  if ('wrong' in labels) return refuseField('labels', 'invalid');
  const csv = Buffer.from(await file.arrayBuffer());
  const read = await readAccrualsCsv(csv);
  if ('problem' in read) return { draft: null, problem: presentProblem(read.problem) };
  const { figures, faults, lines } = await checkFile(services, { batch, ...labels, ...read });
  const id = randomUUID();
  const draft = await audited<AccrualDraft>(services, caller, UPLOAD_REASON, async (tx) => {
    const by = { preparedBy: caller.session.staff.id, preparedAt: services.clock.now(), state: 'checked' } as const;
    await tx.insert(accrualDrafts).values({ id, batch, csv, ...labels, ...figures, ...by });
    await insertFaults(tx, id, faults);
    await insertLines(tx, id, lines);
    const answer = await describe({ db: tx }, id);
    return isRefused(answer) ? answer : { answer, change: dryRun(answer) };
  });
  return isRefused(draft) ? draft : { draft, problem: null };
}

/** An upload posts nothing; the reason is asked when the file is posted. */
const UPLOAD_REASON = '–';

function dryRun({ id, batch, lines, total, faults }: AccrualDraft) {
  return { action: 'accruals import --dry-run', subject: `accrual:${id}`, after: { batch, lines, total, faults } };
}

export async function checkAgain(
  services: Services,
  { id, reason }: z.output<typeof checkDraftAgain.input>,
  caller: StaffCaller,
): Promise<OutputOf<typeof checkDraftAgain> | Refused> {
  const [row] = isUuid(id) ? await services.db.select().from(accrualDrafts).where(eq(accrualDrafts.id, id)) : [];
  if (!row) return refuse('not_found');
  if (row.state !== 'checked') return refuse('decided_before');
  const read = await readStoredCsv(row);
  const { figures, faults, lines, before } = await checkFile(services, {
    batch: row.batch,
    labels: row.labels,
    ...read,
  });
  const draft = await audited<AccrualDraft>(services, caller, reason, async (tx) => {
    const isOpen = and(eq(accrualDrafts.id, id), eq(accrualDrafts.state, 'checked'));
    const updated = await tx.update(accrualDrafts).set(figures).where(isOpen).returning({ id: accrualDrafts.id });
    if (updated.length === 0) return refuse('decided_before');
    await tx.delete(accrualDraftFaults).where(eq(accrualDraftFaults.draftId, id));
    await insertFaults(tx, id, faults);
    await removeLines(tx, id);
    await insertLines(tx, id, lines);
    const answer = await describe({ db: tx }, id);
    return isRefused(answer) ? answer : { answer, change: dryRun(answer) };
  });
  if (isRefused(draft)) return draft;
  if (before) return { outcome: isRefused(before) ? 'batch_reused' : 'posted_before', draft };
  return { outcome: faults.length > 0 ? 'faults' : 'checked', draft };
}

/** Starts a job. A repetition while it runs changes nothing. */
export async function post(
  services: Services,
  { id, again = false, reason }: z.output<typeof postDraft.input>,
  caller: StaffCaller,
): Promise<AccrualDraft | Refused> {
  const selected = await find(services.db, id);
  if (!selected) return refuse('not_found');
  const draft = present(selected);
  if (draft.state === 'posting') return draft;
  if (draft.state === 'posted' || draft.state === 'discarded') return refuse('decided_before');
  if (draft.faults > 0) return refuse('accrual_faults');
  const [repeat] = draft.repeats;
  if (draft.doubles.count > 0 && !again) {
    return refuse('accrual_doubled', { params: { lines: String(draft.doubles.count) } });
  }
  if (repeat && !again) return refuse('accrual_repeated', { params: { ...repeat, lines: String(repeat.lines) } });
  await services.transaction(async (tx) => {
    const work = randomUUID();
    const previousWorkId = selected.row.workId;
    // Of two concurrent calls the second updates no row.
    const claimed = await tx
      .update(accrualDrafts)
      .set({ workId: work, areRepeatsConfirmed: again })
      .where(
        and(
          eq(accrualDrafts.id, id),
          eq(accrualDrafts.state, 'checked'),
          previousWorkId === null ? isNull(accrualDrafts.workId) : eq(accrualDrafts.workId, previousWorkId),
        ),
      )
      .returning({ id: accrualDrafts.id });
    if (claimed.length === 0) return;
    await insertWork(tx, services, caller, { id: work, action: 'accruals post', subjects: [id], reason });
  });
  return describe(services, id);
}

/** No money moves, so no second person is needed. */
export function discard(
  services: Services,
  { id, reason }: { id: string; reason: string },
  caller: StaffCaller,
): Promise<AccrualDraft | Refused> {
  return audited<AccrualDraft>(services, caller, reason, async (tx) => {
    const isIt = eq(accrualDrafts.id, id);
    if (isUuid(id)) await tx.select({ id: accrualDrafts.id }).from(accrualDrafts).where(isIt).for('update');
    const draft = await describe({ db: tx }, id);
    if (isRefused(draft)) return draft;
    if (draft.state === 'discarded') return { answer: draft, change: undefined };
    if (draft.state !== 'checked') return refuse('decided_before');
    await tx.update(accrualDrafts).set({ state: 'discarded', comparison: null }).where(eq(accrualDrafts.id, id));
    await tx.delete(accrualDraftFaults).where(eq(accrualDraftFaults.draftId, id));
    await removeLines(tx, id);
    const change = {
      action: 'accruals import (discarded)',
      subject: `accrual:${id}`,
      before: { state: draft.state, batch: draft.batch },
      after: { state: 'discarded' },
    };
    return { answer: { ...draft, state: 'discarded' }, change };
  });
}

const SORTS = { at: { column: accrualDrafts.preparedAt, type: 'timestamptz' } } as const;

export async function list(
  { db }: Services,
  { cursor, limit = PAGE }: z.output<typeof listAccrualDrafts.input>,
): Promise<OutputOf<typeof listAccrualDrafts> | Refused> {
  const keyset = keysetOf(SORTS, '-at', { column: accrualDrafts.id, type: 'uuid' }, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const [fetchedRows, total] = await Promise.all([
    select(db)
      .where(keyset.behind)
      .orderBy(...keyset.order)
      .limit(limit + 1),
    totalOf(db, accrualDrafts, undefined),
  ]);
  const { rows, next } = keyset.page(fetchedRows, limit, ({ row: { id, preparedAt } }) => [preparedAt, id]);
  return { items: rows.map(present), next, total };
}

export async function describe({ db }: Pick<Services, 'db'>, id: string): Promise<AccrualDraft | Refused> {
  const found = await find(db, id);
  return found ? present(found) : refuse('not_found');
}

const MAX_LARGEST = 10;

export async function describeSummary({ db }: Services, id: string): Promise<AccrualSummary | Refused> {
  return (await find(db, id)) ? summarise(db, id, MAX_LARGEST) : refuse('not_found');
}

async function find(db: Db, id: string): Promise<Selected | undefined> {
  const [found] = isUuid(id) ? await select(db).where(eq(accrualDrafts.id, id)) : [];
  return found;
}

function select(db: Db) {
  const { csv: _, ...row } = getTableColumns(accrualDrafts);
  return db
    .select({
      row,
      name: staff.name,
      isBatchKnown: sql<boolean>`exists (select from ${accrualBatches} where ${accrualBatches.batch} = ${accrualDrafts.batch})`,
      isWaiting: sql<boolean>`exists (select from ${approvals} where ${approvals.action} = 'accruals post'
        and ${approvals.subject} = ${accrualDrafts.id}::text and ${approvals.state} = 'waiting')`,
      linesDone: staffWork.linesDone,
      isUnderWay: sql<boolean>`coalesce(${accrualDrafts.workId} is not null and ${staffWork.finishedAt} is null, false)`,
      outcome: sql<string | null>`(select ${staffWorkSteps.outcome} from ${staffWorkSteps}
        where ${staffWorkSteps.workId} = ${accrualDrafts.workId} and ${staffWorkSteps.position} = 0)`,
    })
    .from(accrualDrafts)
    .innerJoin(staff, eq(staff.id, accrualDrafts.preparedBy))
    .leftJoin(staffWork, eq(staffWork.id, accrualDrafts.workId))
    .$dynamic();
}

type Selected = {
  row: Omit<typeof accrualDrafts.$inferSelect, 'csv'>;
  name: string;
  isBatchKnown: boolean;
  isWaiting: boolean;
  isUnderWay: boolean;
  linesDone: number | null;
  outcome: string | null;
};

const WENT_WELL: readonly (string | null)[] = ['done', 'waiting', null];

function present({ row, name, isBatchKnown, isWaiting, isUnderWay, linesDone, outcome }: Selected): AccrualDraft {
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
    posted_lines: isPosting ? (linesDone ?? 0) : null,
    failed: isOpen && !isPosting && !WENT_WELL.includes(outcome) ? outcome : null,
    is_batch_known: isBatchKnown,
    earlier: row.earlier,
    repeats: row.repeats,
    doubles: row.doubles,
  };
}

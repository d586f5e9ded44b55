import { randomUUID } from 'node:crypto';
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, lte, max, notInArray, sql } from 'drizzle-orm';
import type { Work } from '#contracts/console/work.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import { isAble } from '#domain/staff.ts';
import { isUuid } from '#domain/uuid.ts';
import { addSeconds } from '#server/base/clock.ts';
import { connect, type Database, type Db } from '#server/db/connect.ts';
import { inSavepoint } from '#server/db/transaction.ts';
import { staff, staffWork, staffWorkSteps } from '#server/db/schema/index.ts';
import { errorFields } from '#server/base/log.ts';
import type { Services } from '#server/api/services.ts';
import type { StaffCaller } from '#server/api/caller.ts';
import { hasAccess } from '#server/operator/staff/index.ts';
import { type ActionName, ACTIONS, isAction } from './actions.ts';
import { carryOut, runOrRequestApproval } from './approvals.ts';
import { addWorkJob, insertWork } from './insert-work.ts';

export function startWork(
  services: Services,
  caller: StaffCaller,
  order: { action: ActionName; ids: readonly string[]; input?: Record<string, unknown>; reason: string },
): Promise<{ work: string }> {
  const id = randomUUID();
  const { action, ids, input, reason } = order;
  return services.transaction(async (tx) => {
    await insertWork(tx, services, caller, { id, action, subjects: [...new Set(ids)], input, reason });
    return { work: id };
  });
}

/** Each step commits its effect, audit entry and outcome together, so a crash or a concurrent job repeats nothing. */
export async function doWork(
  services: Services,
  { workId }: { workId: string },
  stopping?: AbortSignal,
): Promise<void> {
  const [work] = await services.db.select().from(staffWork).where(eq(staffWork.id, workId));
  if (!work || work.finishedAt) return;
  const isLong = isAction(work.action) && ACTIONS[work.action].isLong;
  const longDatabase = isLong ? connectForLongWork(services) : undefined;
  const transaction = longDatabase?.transaction ?? services.transaction;
  try {
    let isMore = true;
    while (isMore) {
      // Throwing makes the queue run the job again after a restart.
      stopping?.throwIfAborted();
      isMore = await transaction((tx) => doNextStep(tx, services, work));
    }
  } finally {
    await longDatabase?.close();
  }
  await services.db
    .update(staffWork)
    .set({ finishedAt: services.clock.now() })
    .where(and(eq(staffWork.id, workId), isNull(staffWork.finishedAt)));
}

/** Statements about 100,000 lines take longer than the usual limit. */
const LONG_STATEMENT_MS = 120_000;

function connectForLongWork({ pool }: Services): Database {
  return connect(pool.options.connectionString ?? '', 1, { statement: LONG_STATEMENT_MS });
}

const LOST_SECONDS = 60;
const SWEPT_AT_ONCE = 100;

/** Adds a job for work that lost its job, as after a crash. */
export async function sweepWork(services: Pick<Services, 'db' | 'transaction' | 'clock'>): Promise<void> {
  const before = addSeconds(services.clock.now(), -LOST_SECONDS);
  const unfinished = await services.db
    .select({ id: staffWork.id })
    .from(staffWork)
    .where(and(isNull(staffWork.finishedAt), lt(staffWork.startedAt, before)))
    .orderBy(asc(staffWork.startedAt))
    .limit(SWEPT_AT_ONCE);
  for (const { id } of unfinished) {
    await services.transaction(async (tx) => {
      const isOpen = and(eq(staffWorkSteps.workId, id), isNull(staffWorkSteps.outcome));
      const hasMore = (await tx.select().from(staffWorkSteps).where(isOpen).limit(1)).length > 0;
      const unlockedSteps = await tx
        .select()
        .from(staffWorkSteps)
        .where(isOpen)
        .orderBy(asc(staffWorkSteps.position))
        .limit(1)
        .for('update', { skipLocked: true });
      const [latest] = await tx
        .select({ at: max(staffWorkSteps.doneAt) })
        .from(staffWorkSteps)
        .where(eq(staffWorkSteps.workId, id));
      const isMoving = latest?.at && latest.at > before;
      // A locked step is running.
      if (!isMoving && (!hasMore || unlockedSteps.length > 0)) await addWorkJob(tx, id);
    });
  }
}

type WorkRow = typeof staffWork.$inferSelect;

async function doNextStep(tx: Db, services: Services, work: WorkRow): Promise<boolean> {
  const ofWork = eq(staffWorkSteps.workId, work.id);
  const [step] = await tx
    .select()
    .from(staffWorkSteps)
    .where(and(ofWork, isNull(staffWorkSteps.outcome)))
    .orderBy(asc(staffWorkSteps.position))
    .limit(1)
    .for('update');
  if (!step) return false;
  const outcome = await runStep(tx, services, work, step.subject);
  await tx
    .update(staffWorkSteps)
    .set({ outcome, doneAt: services.clock.now() })
    .where(and(ofWork, eq(staffWorkSteps.position, step.position)));
  return true;
}

/** Stops when the person has lost access or the ability since starting. */
async function runStep(tx: Db, services: Services, work: WorkRow, subject: string): Promise<string> {
  const { action, reason, address } = work;
  const { approval, ...input } = work.input;
  const [person] = await tx.select().from(staff).where(eq(staff.id, work.startedBy));
  if (!person || !isAction(action) || !hasAccess(person)) return 'not_able';
  if (!isAble(person.role, approval ? 'approvals.decide' : ACTIONS[action].ability)) return 'not_able';
  const inside: Services = { ...services, transaction: (step) => inSavepoint(tx, step) };
  const actor = { session: { staff: person }, address };
  const onProgress = (lines: number) => saveProgress(services, work.id, lines);
  // The rollback after a crash also undid the counted lines.
  if (work.linesDone !== null) await onProgress(0);
  const result =
    typeof approval === 'string'
      ? await carryOut(inside, actor, { approval, reason, onProgress })
      : await runOrRequestApproval(inside, actor, { action, id: subject, input, onProgress }, reason);
  if (!isRefused(result)) return result.outcome;
  return result.about === undefined ? result.refused : `${result.refused} ${result.about}`;
}

/** Uses its own connection, so that progress is visible before the commit. Failures are logged and ignored. */
async function saveProgress({ db, log }: Services, workId: string, linesDone: number): Promise<void> {
  try {
    await db.update(staffWork).set({ linesDone }).where(eq(staffWork.id, workId));
  } catch (error) {
    log('warn', 'progress lost', { workId, ...errorFields(error) });
  }
}

const FAILED_SHOWN = 200;
const MAX_LATEST = 20;
const WENT_WELL = ['done', 'waiting'];

export async function readWork({ db }: Services, id: string, staffId: number): Promise<Work | Refused> {
  const [row] = isUuid(id)
    ? await db
        .select()
        .from(staffWork)
        .where(and(eq(staffWork.id, id), eq(staffWork.startedBy, staffId)))
    : [];
  const [work] = row ? await presentWork(db, [row]) : [];
  return work ?? refuse('not_found');
}

export async function latestWork({ db }: Services, staffId: number): Promise<{ items: Work[] }> {
  const rows = await db
    .select()
    .from(staffWork)
    .where(eq(staffWork.startedBy, staffId))
    .orderBy(desc(staffWork.startedAt))
    .limit(MAX_LATEST);
  return { items: await presentWork(db, rows) };
}

async function presentWork(db: Db, rows: readonly WorkRow[]): Promise<Work[]> {
  const isDone = and(
    inArray(
      staffWorkSteps.workId,
      rows.map(({ id }) => id),
    ),
    isNotNull(staffWorkSteps.outcome),
  );
  const { workId, subject, outcome, position } = staffWorkSteps;
  const counts = await db
    .select({ workId, outcome, number: count() })
    .from(staffWorkSteps)
    .where(isDone)
    .groupBy(workId, outcome);
  const place = sql<number>`row_number() over (partition by ${workId} order by ${position})`.as('place');
  const failing = db
    .select({ workId, subject, outcome, place })
    .from(staffWorkSteps)
    .where(and(isDone, notInArray(outcome, WENT_WELL)))
    .as('failing');
  const failed = await db.select().from(failing).where(lte(failing.place, FAILED_SHOWN)).orderBy(asc(failing.place));
  return rows.map((row) => {
    const outcomes = counts.filter((group) => group.workId === row.id);
    return {
      id: row.id,
      action: row.action,
      reason: row.reason,
      total: row.total,
      done: outcomes.reduce((sum, { number }) => sum + number, 0),
      lines_done: row.linesDone,
      started_at: row.startedAt.toISOString(),
      finished_at: row.finishedAt?.toISOString() ?? null,
      failed: failed
        .filter((step) => step.workId === row.id)
        .map((step) => ({ subject: step.subject, outcome: step.outcome })),
      outcomes: Object.fromEntries(outcomes.map((group) => [group.outcome ?? '', group.number])),
    };
  });
}

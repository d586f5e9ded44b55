import { staffWork, staffWorkSteps } from '#server/db/schema/index.ts';
import type { Db } from '#server/db/connect.ts';
import type { Services } from '#server/api/services.ts';
import { addJob } from '#server/jobs/add-job.ts';
import type { By } from '#server/operator/staff/index.ts';
import type { ActionName } from './actions.ts';

type Work = {
  id: string;
  action: ActionName;
  subjects: readonly string[];
  reason: string;
  /** What was approved: it is carried out as it was prepared, and no second person is asked any more. */
  approval?: string;
};

/** In the caller's transaction: the work, a step for each subject, and the job that does them. */
export async function insertWork(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  { session, address }: By,
  { id, action, subjects, reason, approval }: Work,
): Promise<void> {
  await tx.insert(staffWork).values({
    ...{ id, action, reason, address, total: subjects.length },
    input: approval === undefined ? {} : { approval },
    startedBy: session.staff.id,
    startedAt: clock.now(),
  });
  await tx.insert(staffWorkSteps).values(subjects.map((subject, position) => ({ workId: id, position, subject })));
  await addWorkJob(tx, id);
}

/** Of one work only one job waits, and a sweep that asks for it again doesn’t put it behind newer ones. */
export function addWorkJob(tx: Db, workId: string): Promise<void> {
  return addJob(tx, 'staff-work', { workId }, { key: `work:${workId}`, keepsTime: true });
}

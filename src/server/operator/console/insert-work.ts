import { staffWork, staffWorkSteps } from '#server/db/schema/index.ts';
import type { Db } from '#server/db/connect.ts';
import type { Services } from '#server/api/services.ts';
import { addJob } from '#server/jobs/add-job.ts';
import type { StaffActor } from '#server/operator/staff/index.ts';
import type { ActionName } from './actions.ts';

type Work = {
  id: string;
  action: ActionName;
  subjects: readonly string[];
  reason: string;
  input?: Record<string, unknown> | undefined;
  /** Id of an approval: its input is used, and no second person is asked again. */
  approval?: string;
};

export async function insertWork(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  { session, address }: StaffActor,
  { id, action, subjects, reason, input = {}, approval }: Work,
): Promise<void> {
  await tx.insert(staffWork).values({
    ...{ id, action, reason, address, total: subjects.length },
    input: approval === undefined ? input : { approval },
    startedBy: session.staff.id,
    startedAt: clock.now(),
  });
  await tx.insert(staffWorkSteps).values(subjects.map((subject, position) => ({ workId: id, position, subject })));
  await addWorkJob(tx, id);
}

/** One job per work. A repeated request keeps its place in the queue. */
export function addWorkJob(tx: Db, workId: string): Promise<void> {
  return addJob(tx, 'staff-work', { workId }, { key: `work:${workId}`, keepsTime: true });
}

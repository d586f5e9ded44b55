import { asc, eq, lt } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { dataExports } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import { addJob } from '#server/jobs/add-job.ts';

/** Behind letters and payouts: nobody loses money by waiting for their file. */
const PRIORITY = 20;

/** Of one member only one job waits, whoever asks for it. */
export function addPrepareJob(tx: Db, memberId: number, runAt?: Date): Promise<void> {
  return addJob(
    tx,
    'prepare-export',
    { memberId },
    { key: `export:${memberId}`, priority: PRIORITY, ...(runAt && { runAt }) },
  );
}

const AT_ONCE = 1_000;

/**
 * Throws away what has been kept long enough, and gives every file that is still to be made a job: the one it had may
 * be lost with the app that was killed. A second job finds the first at work and does nothing.
 */
export async function sweepExports({
  db,
  transaction,
  clock,
}: Pick<House, 'db' | 'transaction' | 'clock'>): Promise<void> {
  await db.delete(dataExports).where(lt(dataExports.expiresAt, clock.now()));
  const unfinished = await db
    .select({ memberId: dataExports.memberId })
    .from(dataExports)
    .where(eq(dataExports.state, 'making'))
    .orderBy(asc(dataExports.createdAt))
    .limit(AT_ONCE);
  for (const { memberId } of unfinished) await transaction((tx) => addPrepareJob(tx, memberId));
}

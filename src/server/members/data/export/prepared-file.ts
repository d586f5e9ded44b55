import { and, asc, eq, gt, lt } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { dataExportPieces, dataExports } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { addJob } from '#server/jobs/add-job.ts';

/** So long a finished file is kept. */
export const KEPT_SECONDS = 24 * 60 * 60;

export type ExportRow = typeof dataExports.$inferSelect;

/** The finished file of a member, while it is kept. One that is still being made is none. */
export async function findPrepared(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  memberId: number,
): Promise<ExportRow | undefined> {
  const isReady = and(eq(dataExports.memberId, memberId), eq(dataExports.state, 'ready'));
  const [found] = await db
    .select()
    .from(dataExports)
    .where(and(isReady, gt(dataExports.expiresAt, clock.now())));
  return found;
}

/** The finished file has given way to a newer one, or its time was over. */
export class FileGone extends Error {}

/** Piece by piece. A file that is thrown away meanwhile breaks off: half of one never looks like a whole. */
export async function* readPieces(db: Db, { id }: ExportRow): AsyncGenerator<Buffer, void> {
  const count = await db.$count(dataExportPieces, eq(dataExportPieces.exportId, id));
  if (count === 0) throw new FileGone('the prepared file is gone');
  for (let number = 1; number <= count; number += 1) {
    const [piece] = await db
      .select({ bytes: dataExportPieces.bytes })
      .from(dataExportPieces)
      .where(and(eq(dataExportPieces.exportId, id), eq(dataExportPieces.number, number)));
    if (!piece) throw new FileGone('the prepared file is gone');
    yield piece.bytes;
  }
}

/** Behind e-mails and payouts: nobody loses money by waiting for their file. */
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
}: Pick<Services, 'db' | 'transaction' | 'clock'>): Promise<void> {
  await db.delete(dataExports).where(lt(dataExports.expiresAt, clock.now()));
  const unfinished = await db
    .select({ memberId: dataExports.memberId })
    .from(dataExports)
    .where(eq(dataExports.state, 'making'))
    .orderBy(asc(dataExports.createdAt))
    .limit(AT_ONCE);
  for (const { memberId } of unfinished) await transaction((tx) => addPrepareJob(tx, memberId));
}

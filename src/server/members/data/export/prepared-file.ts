import { and, asc, eq, gt, lt } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { dataExportPieces, dataExports } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { addJob } from '#server/jobs/add-job.ts';

export const KEPT_SECONDS = 24 * 60 * 60;

export type ExportRow = typeof dataExports.$inferSelect;

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

/** The file was replaced or has expired. */
export class FileGone extends Error {}

/** Throws `FileGone` if the file disappears, so that a part never looks like the whole. */
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

/** After e-mails and payouts: a late file costs nobody money. */
const PRIORITY = 20;

export function addPrepareJob(tx: Db, memberId: number, runAt?: Date): Promise<void> {
  return addJob(
    tx,
    'prepare-export',
    { memberId },
    { key: `export:${memberId}`, priority: PRIORITY, ...(runAt && { runAt }) },
  );
}

const AT_ONCE = 1_000;

/** Deletes expired files and re-queues unfinished ones: a killed process may have lost the job. */
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

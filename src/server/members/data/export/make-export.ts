import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { addSeconds } from '#server/base/clock.ts';
import { isDatabaseDown } from '#server/db/failures.ts';
import { dataExportPieces, dataExports, type Member, members } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { JobPayloads } from '#server/jobs/add-job.ts';
import { errorFields } from '#server/base/log.ts';
import { notify } from '#server/members/notices/index.ts';
import { addPrepareJob, KEPT_SECONDS } from './prepared-file.ts';
import { writeExport } from './write-export.ts';

/** Number of an advisory lock; no other lock may use it. */
const LOCK = 5_120_417_001;
const LATER_SECONDS = 5;

/** One at a time in all processes, so that e-mails and payouts find a worker. */
export async function makeExport(
  services: Services,
  { memberId }: JobPayloads['prepare-export'],
  stopping?: AbortSignal,
): Promise<void> {
  const connection = await services.pool.connect();
  let broken: Error | undefined;
  try {
    const { rows } = await connection.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LOCK]);
    if (rows[0]?.free) {
      await make(services, memberId, stopping);
      await connection.query('select pg_advisory_unlock($1)', [LOCK]);
    } else {
      await putOff(services, memberId);
    }
  } catch (error) {
    // A closed connection releases its lock.
    broken = error as Error;
    throw error;
  } finally {
    connection.release(broken);
  }
}

function putOff({ transaction, clock }: Services, memberId: number): Promise<void> {
  return transaction((tx) => addPrepareJob(tx, memberId, addSeconds(clock.now(), LATER_SECONDS)));
}

async function make(services: Services, memberId: number, stopping?: AbortSignal): Promise<void> {
  const attempt = await begin(services, memberId);
  if (!attempt) return;
  const isCurrent = and(eq(dataExports.id, attempt.id), eq(dataExports.state, 'making'));
  try {
    await writePieces(services, attempt, stopping);
    const now = services.clock.now();
    await services.transaction(async (tx) => {
      const ready = { state: 'ready', rowsDone: attempt.rowsInAll, expiresAt: addSeconds(now, KEPT_SECONDS) } as const;
      const { rowCount } = await tx.update(dataExports).set(ready).where(isCurrent);
      if (rowCount) await notify(tx, services, attempt.member, 'data-ready');
    });
  } catch (error) {
    if (error instanceof Overtaken) return;
    if (isDatabaseDown(error) || stopping?.aborted) throw error;
    services.log('error', 'export', { memberId, ...errorFields(error) });
    await services.db.update(dataExports).set({ state: 'failed' }).where(isCurrent);
  }
}

type ExportAttempt = { id: string; rowsInAll: number; member: Member };

/** Each attempt has its own id: an older attempt that still runs finds no row and stops. */
function begin({ transaction }: Services, memberId: number): Promise<ExportAttempt | undefined> {
  return transaction(async (tx) => {
    const [found] = await tx
      .select({ row: dataExports, member: members })
      .from(dataExports)
      .innerJoin(members, eq(members.id, dataExports.memberId))
      .where(and(eq(dataExports.memberId, memberId), eq(dataExports.state, 'making')))
      .for('update', { of: dataExports });
    if (!found) return undefined;
    const id = randomUUID();
    await tx.delete(dataExportPieces).where(eq(dataExportPieces.exportId, found.row.id));
    await tx.update(dataExports).set({ id, rowsDone: 0 }).where(eq(dataExports.id, found.row.id));
    return { id, rowsInAll: found.row.rowsInAll, member: found.member };
  });
}

/** The file was deleted, or another attempt has begun. */
class Overtaken extends Error {}

const PIECE_BYTES = 128 * 1024;

async function writePieces(
  services: Services,
  { id, rowsInAll, member }: ExportAttempt,
  stopping?: AbortSignal,
): Promise<void> {
  let rowsWritten = 0;
  let number = 0;
  let chunks: Uint8Array[] = [];
  const store = async () => {
    number += 1;
    const bytes = Buffer.concat(chunks);
    chunks = [];
    // Each row is written as JSON and as CSV.
    const rowsDone = Math.min(Math.floor(rowsWritten / 2), rowsInAll);
    await services.transaction(async (tx) => {
      const updated = await tx.update(dataExports).set({ rowsDone }).where(eq(dataExports.id, id)).returning();
      if (updated.length === 0) throw new Overtaken('another attempt has begun');
      await tx.insert(dataExportPieces).values({ exportId: id, number, bytes });
    });
  };
  for await (const piece of writeExport(services, member, (rows) => (rowsWritten += rows))) {
    stopping?.throwIfAborted();
    chunks.push(piece);
    if (chunks.reduce((sum, { byteLength }) => sum + byteLength, 0) >= PIECE_BYTES) await store();
  }
  if (chunks.length > 0) await store();
}

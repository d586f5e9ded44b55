import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { isLockTimeout } from '#server/db/failures.ts';
import type { OnProgress } from '#server/db/rebuild-meanwhile.ts';
import type { Services } from '#server/api/services.ts';
import { checkRows } from './check-rows.ts';
import { type Faults, FileRefusal, firstFaults, type RowFault } from './faults.ts';
import { insertMembers } from './insert-members.ts';
import { stageRows } from './stage-rows.ts';

/** `differing`: known members with another e-mail or name here, which they keep. */
export type ImportCounts = {
  rows: number;
  added: number;
  known: number;
  differing: number;
  tops: number;
  /** Members registered earlier than their inviter; imported as written. */
  beforeInviter: number;
};

export type Imported =
  | { state: 'imported' | 'checked'; counts: ImportCounts }
  | { state: 'wrong'; count: number; first: RowFault[] }
  | { state: 'unreadable'; words: string };

export async function importMembers(
  tx: Db,
  services: Services,
  { file, dryRun, onProgress = () => {} }: { file: string; dryRun: boolean; onProgress?: OnProgress | undefined },
): Promise<Imported> {
  const faults: Faults = { count: 0, first: [] };
  try {
    await tx.execute(sql`set local work_mem = '256MB'`);
    const rows = await stageRows(tx, services, { file, faults, onProgress });
    if (!dryRun) await lockMembers(tx);
    onProgress('checking', 0);
    await checkRows(tx, services.clock.now(), faults);
    if (faults.count > 0) return { state: 'wrong', count: faults.count, first: firstFaults(faults) };
    const counts = { rows, ...(await countRows(tx)) };
    onProgress('checking', 1);
    if (dryRun || counts.added === 0) return { state: 'checked', counts };
    await insertMembers(tx, services, counts.added, onProgress);
    return { state: 'imported', counts };
  } catch (error) {
    if (error instanceof FileRefusal) return { state: 'unreadable', words: error.message };
    throw error;
  }
}

/** Locks sign-ups before members, like an activation: another order could deadlock. */
async function lockMembers(tx: Db): Promise<void> {
  try {
    await tx.execute(sql`set local lock_timeout = '10s'`);
    await tx.execute(sql`lock table sign_ups, members in exclusive mode`);
    await tx.execute(sql`set local lock_timeout = 0`);
  } catch (error) {
    if (isLockTimeout(error)) throw new FileRefusal('Others keep writing to the members: stop the app, or try again.');
    throw error;
  }
}

async function countRows(tx: Db): Promise<Omit<ImportCounts, 'rows'>> {
  const { rows } = await tx.execute<Omit<ImportCounts, 'rows'>>(sql`
    select count(*)::integer as added,
      (select count(*)::integer from import_known) as known,
      (select count(*)::integer from import_known where differs) as differing,
      (count(*) filter (where r.inviter is null))::integer as tops,
      (count(*) filter (where r.registered_at < coalesce(up.registered_at, above.registered_at)))::integer as "beforeInviter"
    from import_fresh f join import_rows r using (line)
      left join members up on up.id = f.inviter_id
      left join import_rows above on above.line = f.inviter_line`);
  if (!rows[0]) throw new Error('a count has one row');
  return rows[0];
}

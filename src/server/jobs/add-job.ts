import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import type { JobName, JobPayloads } from './tasks.ts';

/** Enqueues a job in the caller's transaction: it exists if and only if the rest does. */
export async function addJob<Name extends JobName>(tx: Db, name: Name, payload: JobPayloads[Name]): Promise<void> {
  await tx.execute(sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json)`);
}

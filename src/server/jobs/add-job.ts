import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import type { JobName, JobPayloads } from './tasks.ts';

export type JobOptions = {
  /** Not before this time. */
  runAt?: Date;
  /** Of jobs with one key only one waits: the newest. One that has begun runs on beside it. */
  key?: string;
  /** A job with this key that waits already keeps its time. */
  keepsTime?: boolean;
  /** Jobs with a lower number go first; 0 when nothing is said. */
  priority?: number;
};

/** Enqueues a job in the caller's transaction: it exists if and only if the rest does. */
export async function addJob<Name extends JobName>(
  tx: Db,
  name: Name,
  payload: JobPayloads[Name],
  { runAt, key, keepsTime, priority }: JobOptions = {},
): Promise<void> {
  await tx.execute(sql`
    select graphile_worker.add_job(
      ${name}, ${JSON.stringify(payload)}::json, run_at => ${runAt?.toISOString() ?? null}::timestamptz,
      job_key => ${key ?? null}, job_key_mode => ${keepsTime ? 'preserve_run_at' : 'replace'},
      priority => ${priority ?? null})`);
}

/** Many jobs of one name by one statement. */
export async function addJobs<Name extends JobName>(
  tx: Db,
  name: Name,
  payloads: readonly JobPayloads[Name][],
  { priority }: Pick<JobOptions, 'priority'> = {},
): Promise<void> {
  await tx.execute(sql`
    select count(*) from graphile_worker.add_jobs(array(
      select row(${name}::text, payload, null, null, null, null, ${priority ?? null}::smallint, null)::graphile_worker.job_spec
      from json_array_elements(${JSON.stringify(payloads)}::json) as payload))`);
}

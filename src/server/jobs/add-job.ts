import { sql } from 'drizzle-orm';
import type { Language } from '#domain/languages.ts';
import type { StaffMailOrder } from '#domain/staff-mails.ts';
import type { Db } from '#server/db/connect.ts';
import type { Services } from '#server/api/services.ts';

type JobOptions = {
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

type ManyOptions<Name extends JobName> = Pick<JobOptions, 'priority'> & {
  /** By which the job of a payload can be found again; of jobs with one key only one waits. */
  keyOf?: (payload: JobPayloads[Name]) => string;
};

/** Many jobs of one name by one statement. */
export async function addJobs<Name extends JobName>(
  tx: Db,
  name: Name,
  payloads: readonly JobPayloads[Name][],
  { priority, keyOf }: ManyOptions<Name> = {},
): Promise<void> {
  const jobs = payloads.map((payload) => ({ payload, key: keyOf?.(payload) ?? null }));
  await tx.execute(sql`
    select count(*) from graphile_worker.add_jobs(array(
      select row(${name}::text, payload, null, null, null, key, ${priority ?? null}::smallint, null)::graphile_worker.job_spec
      from json_to_recordset(${JSON.stringify(jobs)}::json) as job(payload json, key text)))`);
}

/** An answer of the node that is older than this is old for somebody who looks. */
const OLD_SECONDS = 5;

/**
 * Brings jobs that ask the node again forward to now, where what they found last is old. By themselves they ask the more
 * rarely the longer it takes; a page that somebody looks at does not wait for that.
 */
export async function hastenJobs(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const now = clock.now().toISOString();
  await db.execute(sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => ${now}::timestamptz) from graphile_worker.jobs
    where key = any(${sql.param(keys)}::text[]) and locked_at is null and attempts = 0
      and run_at > ${now}::timestamptz and created_at < now() - make_interval(secs => ${OLD_SECONDS})
    having count(*) > 0`);
}

/** What each job is told. Ids and addresses only: the queue is no place for a secret. */
export type JobPayloads = {
  /** `to` where it is not the address that the account has when it is sent, `noticeId` where a notice says the same. */
  'send-mail': { mailId: string; to?: string; noticeId?: number };
  'sweep-mails': Record<string, never>;
  /** `language` is that of the form; jobs of an older version lack it. */
  'request-link': { kind: 'activation' | 'reset'; email: string; language?: Language };
  'pay-out': { withdrawalId: string };
  'sweep-payouts': Record<string, never>;
  'follow-transaction': { transactionId: string };
  'sweep-transactions': Record<string, never>;
  'expire-places': Record<string, never>;
  'remove-second-factor': { memberId: number };
  'prepare-export': { memberId: number };
  'sweep-exports': Record<string, never>;
  'sweep-expired': Record<string, never>;
  'seal-ledger': Record<string, never>;
  'invite-staff': { staffId: number };
  'mail-staff': StaffMailOrder;
  'staff-work': { workId: string };
  'sweep-work': Record<string, never>;
};

export type JobName = keyof JobPayloads;
/** `stopping` tells a job that takes long to give up: it is done again after the next start. */
export type Tasks = { [Name in JobName]: (payload: JobPayloads[Name], stopping?: AbortSignal) => Promise<void> };

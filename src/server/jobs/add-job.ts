import { sql } from 'drizzle-orm';
import type { Language } from '#domain/languages.ts';
import type { AlertKind } from '#domain/staff-alerts.ts';
import type { StaffMailOrder } from '#domain/staff-mails.ts';
import type { Db } from '#server/db/connect.ts';
import type { Services } from '#server/api/services.ts';

type JobOptions = {
  runAt?: Date;
  /** A new job replaces a queued one with this key; a running one continues. */
  key?: string;
  /** Keeps `runAt` of the queued job with this key. */
  keepsTime?: boolean;
  /** Lower runs first; default 0. */
  priority?: number;
};

/** Commits or rolls back with the caller’s transaction. */
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
  keyOf?: (payload: JobPayloads[Name]) => string;
};

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

/** Minimum age of the node’s last answer before it is asked again for a viewer. */
const OLD_SECONDS = 5;

/** Polls the node earlier for data being viewed; without viewers the intervals grow. */
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

/** No secrets: ids and addresses only. */
export type JobPayloads = {
  /** `to` replaces the account’s address; `noticeId` is the notice with the same content. */
  'send-mail': { mailId: string; to?: string; noticeId?: number };
  'sweep-mails': Record<string, never>;
  /** Language of the form; missing in jobs of older versions. */
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
  'count-months': Record<string, never>;
  'seal-days': Record<string, never>;
  'invite-staff': { staffId: number };
  'mail-staff': StaffMailOrder;
  'tell-staff': Record<string, never>;
  'mail-alert': { mailId: string; staffId: number; kind: AlertKind };
  'send-webhook': { webhookId: string };
  'staff-work': { workId: string };
  'sweep-work': Record<string, never>;
  'send-announcement': { announcementId: string };
  'sweep-announcements': Record<string, never>;
};

export type JobName = keyof JobPayloads;
/** `stopping` asks long jobs to abort; they run again after the next start. */
export type Tasks = { [Name in JobName]: (payload: JobPayloads[Name], stopping?: AbortSignal) => Promise<void> };

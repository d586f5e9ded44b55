import { type SQL, sql } from 'drizzle-orm';
import type { Services } from '#server/api/services.ts';
import type { Db } from '#server/db/connect.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** New ones of a run; the others follow a minute later. */
const MAX_NEW = 1_000;

/** Writes down what has begun to wait, and that other things wait no longer. Repeating changes nothing. */
export async function compareAlerts(tx: Db, services: Services): Promise<void> {
  const now = services.clock.now();
  const waiting = await waitingNow(tx, services, now);
  const at = now.toISOString();
  await tx.execute(sql`
    update staff_alerts alert set ended_at = ${at}
    where ended_at is null and not exists (
      select from (${waiting}) as waiting where waiting.kind = alert.kind and waiting.subject = alert.subject)`);
  await tx.execute(sql`
    insert into staff_alerts (kind, subject, amount, caused_by, created_at)
    select kind, subject, amount, caused_by, ${at}::timestamptz from (${waiting}) as waiting
    where not exists (
      select from staff_alerts alert where alert.kind = waiting.kind and alert.subject = waiting.subject)
    order by kind, subject limit ${MAX_NEW}`);
}

/** New approvers are left out: owners get an e-mail of their own about each. */
async function waitingNow(tx: Db, services: Services, now: Date): Promise<SQL> {
  const { withdrawalMicros } = services.config.alerts;
  const backup = await missingBackup(tx, services, now);
  const parts = [
    sql`select 'withdrawal' as kind, id::text as subject, amount, null::integer as caused_by
      from withdrawals where state = 'requested' and amount >= ${String(withdrawalMicros)}::bigint`,
    sql`select 'approval', id::text, amount, prepared_by
      from approvals where state = 'waiting' and action not like 'staff %'`,
    sql`select 'support', id::text, 0, null from support_requests where state = 'open'`,
    // A job that failed again after a retry has another time. An undelivered digest is not told by a digest.
    sql`select 'job', id || ':' || extract(epoch from run_at)::bigint, 0, null
      from graphile_worker.jobs where attempts >= max_attempts and task_identifier <> 'mail-alert'`,
    ...(backup ? [sql`select 'backup', ${backup}, 0, null`] : []),
  ];
  return sql.join(parts, sql` union all `);
}

/** A subject for each day without a backup. */
async function missingBackup(
  tx: Db,
  { config: { alerts, isProduction } }: Services,
  now: Date,
): Promise<string | undefined> {
  if (alerts.backupHours === 0) return undefined;
  const last = await lastBackup(tx);
  if (!last) return isProduction ? `none:${now.toISOString().slice(0, 10)}` : undefined;
  const lateMs = now.getTime() - last.getTime() - alerts.backupHours * HOUR_MS;
  return lateMs < 0 ? undefined : `${last.toISOString()}:${Math.floor(lateMs / DAY_MS)}`;
}

/** Moment that the latest backup holds. `backup` notes each in the audit log. */
export async function lastBackup(db: Db): Promise<Date | undefined> {
  const { rows } = await db.execute<{ taken_at: string }>(sql`
    select coalesce(after->>'taken_at', at::text) as taken_at from audit_log
    where action = 'backup' order by at desc, number desc limit 1`);
  return rows[0] && new Date(rows[0].taken_at);
}

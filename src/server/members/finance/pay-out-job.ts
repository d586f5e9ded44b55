import { sql } from 'drizzle-orm';
import type { WithdrawalState } from '#domain/withdrawal.ts';
import type { Db } from '#server/db/connect.ts';
import type { Services } from '#server/api/services.ts';
import { addJob, hastenJobs } from '#server/jobs/add-job.ts';

/** Behind e-mails: a node that lets us wait must not hold them up. */
const PRIORITY = 10;

/** Of one withdrawal only one job waits, whoever asks for it. */
export function addPayOutJob(tx: Db, withdrawalId: string, runAt?: Date): Promise<void> {
  return addJob(
    tx,
    'pay-out',
    { withdrawalId },
    { key: keyOf(withdrawalId), priority: PRIORITY, ...(runAt && { runAt }) },
  );
}

/** Somebody looks at withdrawals: the node is asked again about those on their way. */
export function hastenPayOuts(
  services: Services,
  rows: readonly { id: string; state: WithdrawalState }[],
): Promise<void> {
  return hastenJobs(
    services,
    rows.filter(({ state }) => state === 'sending').map(({ id }) => keyOf(id)),
  );
}

const keyOf = (withdrawalId: string) => `pay-out:${withdrawalId}`;

/** Longer than any run takes: the job of a killed app stays locked for hours. */
const LOST_AFTER = '2 minutes';

/** Finds withdrawals on their way whose job is lost or has given up, and gives each a new one. Those that are held wait. */
export async function sweepPayouts({ db, transaction }: Pick<Services, 'db' | 'transaction'>): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from withdrawals
    where (state = 'sending' or state = 'approved' and not exists (
      select from members where members.id = member_id and (withdrawals_stopped_at is not null or blocked_at is not null)
    )) and not exists (
      select from graphile_worker.jobs
      where key = ${keyOf('')}::text || withdrawals.id::text and attempts < max_attempts
        and (locked_at is null or locked_at > now() - ${LOST_AFTER}::interval)
    )
    order by requested_at limit 1000`);
  for (const { id } of rows) await transaction((tx) => addPayOutJob(tx, id));
}

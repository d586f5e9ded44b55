import { sql } from 'drizzle-orm';
import type { WithdrawalState } from '#domain/withdrawal.ts';
import type { Db } from '#server/db/connect.ts';
import type { Services } from '#server/api/services.ts';
import { addJob, hastenJobs } from '#server/jobs/add-job.ts';

/** After e-mails, because a slow node must not delay them. */
const PRIORITY = 10;

export function addPayOutJob(tx: Db, withdrawalId: string, runAt?: Date): Promise<void> {
  return addJob(
    tx,
    'pay-out',
    { withdrawalId },
    { key: keyOf(withdrawalId), priority: PRIORITY, ...(runAt && { runAt }) },
  );
}

/** Polls the node earlier for withdrawals that are being viewed. */
export function pollPayouts(
  services: Services,
  rows: readonly { id: string; state: WithdrawalState }[],
): Promise<void> {
  return hastenJobs(
    services,
    rows.filter(({ state }) => state === 'sending').map(({ id }) => keyOf(id)),
  );
}

const keyOf = (withdrawalId: string) => `pay-out:${withdrawalId}`;

/** Longer than any run. A killed process leaves its job locked for hours. */
const LOST_AFTER = '2 minutes';

/** Re-queues withdrawals whose job is lost or gave up. Approved ones of paused or blocked members wait. */
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

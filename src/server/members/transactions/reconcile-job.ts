import { sql } from 'drizzle-orm';
import { isUnfinished, LATE_DAYS } from '#domain/transaction.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { Services } from '#server/api/services.ts';
import { addJob, hastenJobs } from '#server/jobs/add-job.ts';
import { type TransactionRow, updateTransaction } from './move-transaction.ts';

/** After e-mails, like payouts. */
const PRIORITY = 10;
const LATE_SECONDS = LATE_DAYS * 86_400;
const SHARE_OF_WAIT = 0.25;
/** Seconds between two checks, growing with the wait. `late`: after `expiresAt`. */
const LOOKS = {
  payable: { soonest: 5, latest: 60 },
  late: { soonest: 60, latest: 3_600 },
  ended: { soonest: 600, latest: 21_600 },
};

/** One queued check per transaction. Planning the next check never delays one that is due earlier. */
export function addReconcileJob(tx: Db, transactionId: string, runAt?: Date): Promise<void> {
  return addJob(
    tx,
    'follow-transaction',
    { transactionId },
    { key: keyOf(transactionId), priority: PRIORITY, ...(runAt && { runAt, keepsTime: true }) },
  );
}

/** Checks earlier while the transaction is being viewed. */
export function pollTransaction(
  services: Pick<Services, 'db' | 'clock'>,
  { id, state }: TransactionRow,
): Promise<void> {
  return hastenJobs(services, isUnfinished(state) ? [keyOf(id)] : []);
}

const keyOf = (transactionId: string) => `transaction:${transactionId}`;

/** At the latest just after `expiresAt`; never again `LATE_DAYS` after it. */
export async function scheduleReconciliation(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  row: TransactionRow,
): Promise<void> {
  const now = clock.now();
  const checkAt = nextLook(row, now);
  await updateTransaction(tx, row.id, { checkAt });
  if (checkAt) await addReconcileJob(tx, row.id, checkAt);
}

function nextLook({ state, createdAt, expiresAt, endedAt }: TransactionRow, now: Date): Date | null {
  if (now > addSeconds(expiresAt, LATE_SECONDS)) return null;
  const isPayable = isUnfinished(state) && now < expiresAt;
  const { soonest, latest } = LOOKS[isPayable ? 'payable' : isUnfinished(state) ? 'late' : 'ended'];
  const since = isPayable ? createdAt : (endedAt ?? expiresAt);
  const waitedSeconds = (now.getTime() - since.getTime()) / 1000;
  const next = addSeconds(now, Math.min(Math.max(waitedSeconds * SHARE_OF_WAIT, soonest), latest));
  return isPayable && next > expiresAt ? addSeconds(expiresAt, 1) : next;
}

/** A check this late is lost: its job gave up, or its process was killed. */
const LOST_SECONDS = 120;
const AT_ONCE = 1_000;

export async function sweepTransactions({
  db,
  transaction,
  clock,
}: Pick<Services, 'db' | 'transaction' | 'clock'>): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from transactions where check_at < ${addSeconds(clock.now(), -LOST_SECONDS)}
    order by check_at limit ${AT_ONCE}`);
  for (const { id } of rows) await transaction((tx) => addReconcileJob(tx, id));
}

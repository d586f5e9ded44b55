import { randomUUID } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import type { getNodeHealth, getOverview, listWaiting } from '#contracts/console/overview.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { isAble, type StaffRole } from '#domain/staff.ts';
import { canSeeWaiting, WAITING, WAITING_MAX, type WaitingKind } from '#domain/waiting.ts';
import type { Services } from '#server/api/services.ts';
import { moneyByDay } from './money-by-day.ts';
import { periodOf } from './period.ts';

const QUEUES: Record<WaitingKind, SQL> = {
  withdrawals: sql`select requested_at as at from withdrawals where state = 'requested' order by requested_at`,
  approvals: sql`select prepared_at as at from approvals where state = 'waiting' order by prepared_at`,
  support: sql`select created_at as at from support_requests where state = 'open' order by id`,
  transactions_late: sql`select created_at as at from transactions where state = 'paid_late' order by created_at`,
  mails_failed: failedJobs(sql`task_identifier = 'send-mail'`),
  jobs_failed: failedJobs(sql`task_identifier <> 'send-mail'`),
};

/** The list shows those of new approvers only to who may change staff. */
const MONEY_APPROVALS = sql`select prepared_at as at from approvals
  where state = 'waiting' and action not like 'staff %' order by prepared_at`;

function failedJobs(condition: SQL): SQL {
  return sql`select created_at as at from graphile_worker.jobs where attempts >= max_attempts and ${condition} order by id`;
}

/** Bounded queries by indexes, so the cost doesn't grow with the data. */
export async function read(services: Services): Promise<Omit<OutputOf<typeof getOverview>, 'setup'>> {
  const [days, jobs] = await Promise.all([moneyByDay(services, periodOf(services, {})), countQueue(services, DUE)]);
  return {
    days: days.map(({ day, in: inflow, out }) => ({ day, in: inflow, out })),
    jobs: { waiting: jobs.count, oldest_at: jobs.oldest_at },
  };
}

export async function readWaiting(services: Services, role: StaffRole): Promise<OutputOf<typeof listWaiting>> {
  const queues = isAble(role, 'staff.change') ? QUEUES : { ...QUEUES, approvals: MONEY_APPROVALS };
  const kinds = WAITING.filter((kind) => canSeeWaiting(role, kind));
  const waiting = kinds.map(async (kind) => ({ kind, ...(await countQueue(services, queues[kind])) }));
  return { waiting: await Promise.all(waiting) };
}

const DUE = sql`select run_at as at from graphile_worker.jobs where attempts < max_attempts and run_at <= now()`;

async function countQueue({ db }: Services, queue: SQL) {
  const { rows } = await db.execute<{ count: string; oldest: Date | null }>(
    sql`select count(*) as count, min(at) as oldest from (${queue} limit ${WAITING_MAX}) as queue`,
  );
  const [found] = rows;
  return { count: Number(found?.count ?? 0), oldest_at: found?.oldest ? new Date(found.oldest).toISOString() : null };
}

/** Asks the node for a payment request that does not exist: any answer shows that the node can be reached. */
export async function readNodeHealth({ node, clock }: Services): Promise<OutputOf<typeof getNodeHealth>> {
  const startedAt = performance.now();
  const answer = await node.readPaymentRequest({
    ...{ id: randomUUID(), amount: '0.01', currency: 'USDT' },
    expires_at: clock.now().toISOString(),
  });
  return { answers: answer.state !== 'unknown', ms: Math.round(performance.now() - startedAt) };
}

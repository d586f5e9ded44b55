import { sql } from 'drizzle-orm';
import { sweepMails } from '#server/mail/index.ts';
import { sweepPayouts } from '#server/members/finance/index.ts';
import { sweepTransactions } from '#server/members/transactions/index.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { brokenInvariants } from '../support/db/invariants.ts';
import { treeFaults } from '../server/members/places/tree.ts';
import type { Told } from './crowd.ts';
import { isLong } from '../support/everyday.ts';
import type { World } from './world.ts';

/** Finds confirmed things that are missing, and faults of the ledger. Runs during the load. */
export async function findLost({ services }: World, told: Told): Promise<string[]> {
  const { db } = services;
  const withdrawalIds = [...told.withdrawals.keys()];
  const requestIds = [...told.requests.keys()];
  const cancelledIds = [...told.cancelled];
  const { rows } = await db.execute<{ lost: string }>(sql`
    select 'withdrawal ' || id || ' is not there' as lost
      from unnest(${sql.param(withdrawalIds)}::uuid[]) as told(id)
      where not exists (select from withdrawals w where w.id = told.id)
    union all
    select 'transaction ' || id || ' is not there' from unnest(${sql.param(requestIds)}::uuid[]) as told(id)
      where not exists (select from transactions t where t.id = told.id)
    union all
    select 'transaction ' || id || ' is not cancelled' from unnest(${sql.param(cancelledIds)}::uuid[]) as told(id)
      where not exists (select from transactions t where t.id = told.id and t.state = 'cancelled')`);
  const { findings } = await verifyLedger(services);
  return [
    ...rows.map(({ lost }) => lost),
    ...(await brokenInvariants(db)),
    ...(await treeFaults(db)).map(String),
    ...findings.map((finding) => JSON.stringify(finding)),
  ];
}

/**
 * Releases jobs of killed workers. A worker does this in the first minute after its start; the reduced run does not
 * wait.
 */
export async function giveUpHeld(world: World): Promise<void> {
  const { db } = world.services;
  const { rows } = await db.execute<{ now: string }>(sql`select now()::text as now`);
  const isHeld = sql`locked_at < ${rows[0]?.now}::timestamptz`;
  await world.begin({ kind: 'restart', what: 'worker' });
  if (isLong) {
    await db.execute(sql`
      update graphile_worker._private_jobs set locked_at = locked_at - interval '10 minutes' where ${isHeld}`);
  } else {
    const holders = sql`select distinct locked_by from graphile_worker._private_jobs where ${isHeld}`;
    await db.execute(sql`select graphile_worker.force_unlock_workers(array(${holders}))`);
  }
}

/** Simulates an hour for the queue: waiting jobs become due, and the sweeps run. */
export async function letTimePass({ services }: World): Promise<void> {
  await services.db.execute(sql`
    update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()`);
  await sweepMails(services);
  await sweepPayouts(services);
  await sweepTransactions(services);
}

export async function countOpen({ services }: World, told: Told): Promise<Record<string, number>> {
  const { rows } = await services.db.execute<Record<string, number>>(sql`
    select
      (select count(*)::int from withdrawals where end_id is null) as withdrawals,
      (select count(*)::int from transactions
        where id = any(${sql.param([...told.paid.keys()])}::uuid[]) and state <> 'active') as places,
      (select count(*)::int from mails where sent_at is null) as mails,
      (select count(*)::int from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'request-link') as links`);
  return rows[0] ?? {};
}

/** Rows of unsent e-mails with the state of their jobs. */
export async function describeUnsent({ services }: World): Promise<string> {
  const { rows } = await services.db.execute(sql`
    select m.kind, m.created_at, j.id is not null as is_queued, j.attempts, j.run_at, j.locked_at, left(j.last_error, 300) as error
    from mails m left join graphile_worker._private_jobs j on j.payload ->> 'mailId' = m.id::text
    where m.sent_at is null order by m.created_at limit 20`);
  return JSON.stringify(rows, undefined, 1);
}

/** After the load: each confirmed thing happened exactly once, and nothing else did. */
export async function findDoubled(world: World, told: Told): Promise<string[]> {
  const { services, node, emails } = world;
  const wrong: string[] = [];
  const differ = (what: string, there: Iterable<string>, expected: Iterable<string>) => {
    const [a, b] = [new Set(there), new Set(expected)];
    for (const id of a) if (!b.has(id)) wrong.push(`${what} ${id} is there and nobody was told of it`);
    for (const id of b) if (!a.has(id)) wrong.push(`${what} ${id} is not there`);
  };
  const idsIn = async (table: string) => {
    const { rows } = await services.db.execute<{ id: string }>(sql.raw(`select id from ${table}`));
    return rows.map(({ id }) => id);
  };
  const withdrawals = await idsIn('withdrawals');
  differ('withdrawal', withdrawals, told.withdrawals.keys());
  differ('transaction', await idsIn('transactions'), told.requests.keys());
  const payouts = node.state.list();
  differ(
    'payout',
    payouts.map(({ payout }) => payout.id),
    withdrawals,
  );
  for (const { payout } of payouts) if (payout.state !== 'sent') wrong.push(`payout ${payout.id} is ${payout.state}`);
  const { rows: chains } = await services.db.execute<{ id: string; chain: string | null }>(
    sql`select id, chain_id as chain from withdrawals`,
  );
  const chainOf = new Map(payouts.map(({ payout }) => [payout.id, payout.state === 'sent' ? payout.chain_id : '']));
  for (const { id, chain } of chains)
    if (chainOf.get(id) !== chain) wrong.push(`withdrawal ${id} names another payment than the node`);

  // An e-mail is queued once, in the transaction of its cause. It is sent at least once, always with the same
  // Message-ID.
  const { rows: mails } = await services.db.execute<{ id: string; kind: string; about: string | null }>(
    sql`select id, kind, about_id as about from mails`,
  );
  const arrived = new Map<string, number>();
  for (const { raw } of emails) {
    const id = /^Message-ID: <([^@]+)@/im.exec(raw)?.[1] ?? '';
    arrived.set(id, (arrived.get(id) ?? 0) + 1);
  }
  for (const { id, kind } of mails) if (!arrived.has(id)) wrong.push(`e-mail ${id} (${kind}) never arrived`);
  const byAbout = Map.groupBy(
    mails.filter(({ about }) => about !== null),
    ({ kind, about }) => `${kind} about ${about}`,
  );
  for (const [about, queued] of byAbout) if (queued.length > 1) wrong.push(`${queued.length} e-mails ${about}`);
  const completed = mails.filter(({ kind }) => kind === 'withdrawal-completed').map(({ about }) => about ?? '');
  differ('e-mail about the withdrawal', completed, withdrawals);
  const resets = mails.filter(({ kind }) => kind === 'reset').length;
  if (resets < told.resets) wrong.push(`${told.resets} asked for a reset, ${resets} e-mails were written`);
  return wrong;
}

/** Uncaught errors that ended a process of the app. A process whose supervisor was killed may end with one. */
export function findUncaught(world: World): string[] {
  return world
    .said()
    .split('\n')
    .filter((line) => line.includes('"event":"uncaught"') && !line.includes('node:internal/cluster/child'));
}

/** Numbers of logged errors, by event and message. */
export function countComplaints(world: World): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of world.said().split('\n')) {
    if (!line.startsWith('{"level":"error"')) continue;
    const { event, message = '', error = '' } = JSON.parse(line) as Record<string, string>;
    const words = [event, message.replaceAll(/\(?\d[\d.]*.*$/g, ''), error.split('\n', 1)[0]?.slice(0, 80)].join(' ');
    counts[words] = (counts[words] ?? 0) + 1;
  }
  return counts;
}

/** Number of repeated e-mails, by Message-ID. */
export function countRepeated({ emails }: World): number {
  const ids = emails.map(({ raw }) => /^Message-ID: <([^@]+)@/im.exec(raw)?.[1]);
  return ids.length - new Set(ids).size;
}

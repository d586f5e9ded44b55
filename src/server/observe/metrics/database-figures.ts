import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Gauge, Registry } from 'prom-client';
import { OPEN_STATES, WITHDRAWAL_STATES } from '#domain/withdrawal.ts';
import { errorFields, type Log } from '#server/base/log.ts';

const LIMIT_MS = 2_000;
/** Two servers that scrape side by side share one read. */
const FRESH_MS = 4_000;
const STATEMENT_MS = 10_000;
/** The sums read the whole ledger: once a minute, or after 100 times their duration. */
const LEDGER_EVERY_MS = 60_000;
const LEDGER_PAUSES = 100;

type JobRow = { task: string; state: string; count: string; oldest: string | null };
type WithdrawalRow = { state: string; count: string; oldest: string | null };
type BackupRow = { action: string; at: string | null; bytes: string | null };
type SumsRow = { balances: string; member_entries: string; entries: string };

type DatabaseFigures = {
  registry: Registry;
  /** Removes all figures but `up` if the database doesn't answer in time: old values would look current. */
  refresh(): Promise<void>;
  close(): Promise<void>;
};

/** Own connections, so that metrics work while the pools are exhausted. */
export function databaseFigures(databaseUrl: string, log: Log): DatabaseFigures {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 2,
    connectionTimeoutMillis: LIMIT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + LIMIT_MS,
    application_name: 'atrium metrics',
  });
  pool.on('error', () => {});
  const registry = new Registry();
  const gauges = openGauges(registry);
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;
  let ledgerDueAt = -Infinity;

  const read = async () => {
    const [jobs, withdrawals, backups] = await Promise.all([
      pool.query<JobRow>(JOBS),
      pool.query<WithdrawalRow>(OPEN_WITHDRAWALS, [OPEN_STATES]),
      pool.query<BackupRow>(BACKUPS),
    ]);
    showJobs(gauges, jobs.rows);
    showOpen(gauges, withdrawals.rows);
    showBackups(gauges, backups.rows);
    readAt = performance.now();
  };
  const readLedger = async () => {
    const startedAt = performance.now();
    ledgerDueAt = Infinity;
    try {
      const sums = await pool.query<SumsRow>(LEDGER_SUMS);
      const endedWithdrawals = await pool.query<WithdrawalRow>(ENDED_WITHDRAWALS, [OPEN_STATES]);
      showLedger(gauges, sums.rows);
      for (const { state, count } of endedWithdrawals.rows) gauges.withdrawals.set({ state }, Number(count));
    } catch (error) {
      gauges.drift.reset();
      log('warn', 'metrics', errorFields(error));
    }
    const now = performance.now();
    ledgerDueAt = now + Math.max(LEDGER_EVERY_MS, LEDGER_PAUSES * (now - startedAt));
  };

  const resetGauges = () => {
    const { up: _, ...otherGauges } = gauges;
    for (const gauge of Object.values(otherGauges)) gauge.reset();
    if (ledgerDueAt < Infinity) ledgerDueAt = -Infinity;
  };

  return {
    registry,
    async refresh() {
      if (performance.now() - readAt < FRESH_MS) return;
      reading ??= read().finally(() => (reading = undefined));
      const isRead = reading.then(
        () => true,
        () => false,
      );
      const isUp = await Promise.race([isRead, delay(LIMIT_MS, false, { ref: false })]);
      gauges.up.set(isUp ? 1 : 0);
      if (!isUp) return resetGauges();
      if (performance.now() >= ledgerDueAt) void readLedger();
    },
    close: () => pool.end(),
  };
}

type Gauges = ReturnType<typeof openGauges>;

function openGauges(registry: Registry) {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge<Label>({ name, help, labelNames, registers: [registry] });
  return {
    up: gauge('atrium_database_up', 'Whether PostgreSQL answered this scrape in time.'),
    jobs: gauge('atrium_jobs', 'Jobs of the queue: waiting, scheduled, running, retrying, or failed for good.', [
      'task',
      'state',
    ]),
    oldestJob: gauge('atrium_jobs_oldest_due_seconds', 'How long the oldest job that is due has been due.', ['task']),
    withdrawals: gauge('atrium_withdrawals', 'Withdrawals; those that have ended are counted once a minute.', [
      'state',
    ]),
    oldestWithdrawal: gauge('atrium_withdrawals_oldest_seconds', 'Age of the oldest open withdrawal.', ['state']),
    // Without a label prom-client reports 0 after a reset.
    backupTakenAt: gauge('atrium_backup_last_timestamp_seconds', 'Moment that the last backup holds; 0 without one.', [
      'of',
    ]),
    backupBytes: gauge('atrium_backup_last_bytes', 'Size of the last backup.', ['of']),
    backupVerifiedAt: gauge(
      'atrium_backup_verified_timestamp_seconds',
      'When a backup was last restored and its ledger verified; 0 if never.',
      ['of'],
    ),
    drift: gauge(
      'atrium_ledger_drift_micros',
      'Entries of members less their balances (members), and the sum of all entries (all). Both are 0.',
      ['of'],
    ),
  };
}

const JOBS = `
  select task_identifier as task, case
      when locked_at is not null then 'running'
      when attempts >= max_attempts then 'failed'
      when attempts > 0 then 'retrying'
      when run_at > now() then 'scheduled'
      else 'waiting' end as state,
    count(*) as count,
    extract(epoch from now() - min(run_at) filter (
      where locked_at is null and attempts < max_attempts and run_at <= now())) as oldest
  from graphile_worker.jobs group by 1, 2`;

const OPEN_WITHDRAWALS = `
  select state, count(*) as count, extract(epoch from now() - min(requested_at)) as oldest
  from withdrawals where state = any($1::text[]) group by state`;

const ENDED_WITHDRAWALS = `
  select state, count(*) as count, null as oldest from withdrawals where state <> all($1::text[]) group by state`;

const BACKUPS = `
  select kind.action, extract(epoch from coalesce((last.after->>'taken_at')::timestamptz, last.at)) as at,
    last.after->>'bytes' as bytes
  from (values ('backup'), ('backup verify')) as kind (action)
  left join lateral (
    select at, after from audit_log where action = kind.action order by at desc, number desc limit 1) as last on true`;

const LEDGER_SUMS = `
  select (select coalesce(sum(balance), 0) from ledger_accounts where member_id is not null) as balances,
    coalesce(sum(amount) filter (where number is not null), 0) as member_entries,
    coalesce(sum(amount), 0) as entries
  from ledger_entries`;

function showJobs({ jobs, oldestJob }: Gauges, rows: readonly JobRow[]): void {
  jobs.reset();
  oldestJob.reset();
  const oldest = new Map<string, number>();
  for (const { task, state, count, oldest: age } of rows) {
    jobs.set({ task, state }, Number(count));
    oldest.set(task, Math.max(oldest.get(task) ?? 0, Number(age ?? 0)));
  }
  for (const [task, age] of oldest) oldestJob.set({ task }, age);
}

function showOpen({ withdrawals, oldestWithdrawal }: Gauges, rows: readonly WithdrawalRow[]): void {
  const rowByState = new Map(rows.map((row) => [row.state, row]));
  for (const state of OPEN_STATES) {
    withdrawals.set({ state }, Number(rowByState.get(state)?.count ?? 0));
    oldestWithdrawal.set({ state }, Number(rowByState.get(state)?.oldest ?? 0));
  }
}

function showBackups({ backupTakenAt, backupBytes, backupVerifiedAt }: Gauges, rows: readonly BackupRow[]): void {
  const rowByAction = new Map(rows.map((row) => [row.action, row]));
  const of = { of: 'database' };
  const last = rowByAction.get('backup');
  backupTakenAt.set(of, Number(last?.at ?? 0));
  backupBytes.set(of, Number(last?.bytes ?? 0));
  backupVerifiedAt.set(of, Number(rowByAction.get('backup verify')?.at ?? 0));
}

function showLedger({ drift, withdrawals }: Gauges, [sums]: readonly SumsRow[]): void {
  if (!sums) return;
  drift.set({ of: 'members' }, Number(BigInt(sums.member_entries) - BigInt(sums.balances)));
  drift.set({ of: 'all' }, Number(sums.entries));
  for (const state of WITHDRAWAL_STATES) if (!OPEN_STATES.includes(state)) withdrawals.set({ state }, 0);
}

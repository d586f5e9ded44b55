import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { databaseFigures } from '#server/observe/metrics/index.ts';
import { freePort } from '../../../support/free-port.ts';
import { visit } from '../../../support/app/http.ts';
import { metricNames, scrape } from '../../../support/world/metrics.ts';
import { signInByApi } from '../../../support/app/sign-in-over-http.ts';
import { openTestSite } from '../../../support/app/site.ts';
import { silentLog } from '../../../support/app/silent-log.ts';
import { openForger } from '../../ledger/forger.ts';

const METRICS_PORT = String(await freePort());
const { port, database, databaseUrl } = await openTestSite({ money: true, env: { METRICS_PORT } });
const look = () => scrape(Number(METRICS_PORT));

/** Figures from the database may be some seconds old. */
const untilSeen = (series: string) =>
  expect.poll(async () => (await look()).figure(series), { timeout: 20_000, interval: 500 });

test('requests are counted by what they ask for, and by nothing that a visitor makes up', async () => {
  const { access } = await signInByApi(port, 'anna');
  const cookies = { access_token: access };
  const before = await look();
  for (const path of ['/ru/dashboard/profile', '/ru/dashboard/team/ivan', '/ru/partnerlink/ivan?x=1']) {
    await visit(port, path, { cookies });
  }
  await visit(port, '/wp-login.php?made=up');
  await visit(port, '/ru/partnerlink/made-up-path');
  await visit(port, '/ru/auth', { method: 'PROPFIND' });
  await visit(port, '/api/made-up/');
  const after = await look();
  const more = (series: string) => (after.figure(series) ?? 0) - (before.figure(series) ?? 0);
  expect(more('atrium_http_requests_total{kind="page",method="GET",status="2xx"}')).toBe(2);
  expect(more('atrium_http_requests_total{kind="page",method="GET",status="3xx"}')).toBe(1);
  expect(more('atrium_http_requests_total{kind="page",method="GET",status="4xx"}')).toBe(1);
  expect(more('atrium_http_requests_total{kind="file",method="GET",status="4xx"}')).toBe(1);
  expect(more('atrium_http_requests_total{kind="page",method="other",status="4xx"}')).toBe(1);
  expect(more('atrium_http_requests_total{kind="call",method="GET",status="4xx"}')).toBe(1);
  expect(more('atrium_refusals_total{code="not_found"}')).toBeGreaterThanOrEqual(1);
  expect(after.text).not.toMatch(/anna|ivan|made-up|wp-login|PROPFIND/);
});

test('nobody finds it at the port of the visitors, and there is nothing else at its own', async () => {
  expect((await visit(port, '/metrics')).text).not.toContain('atrium_');
  expect((await visit(Number(METRICS_PORT), '/')).status).toBe(404);
  expect((await visit(Number(METRICS_PORT), '/metrics', { method: 'POST' })).status).toBe(404);
});

test('nothing at its own port is taken for anything but what it says', async () => {
  for (const path of ['/metrics', '/']) {
    const { headers } = await visit(Number(METRICS_PORT), path);
    expect(headers['x-content-type-options'], path).toBe('nosniff');
  }
});

test('a balance that was changed past the app shows as drift', async () => {
  await untilSeen('atrium_ledger_drift_micros{of="members"}').toBe(0);
  expect((await look()).figure('atrium_ledger_drift_micros{of="all"}')).toBe(0);

  const forger = await openForger(database);
  await forger.forge(`update ledger_accounts set balance = balance + 7 where kind = 'held' and member_id is not null`);
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int from ledger_accounts where kind = 'held' and member_id is not null`,
  );
  // As after a start: no totals are stored yet.
  const figures = databaseFigures(databaseUrl, silentLog);
  onTestFinished(figures.close);
  const drift = async () => {
    await figures.refresh();
    const { values } = (await figures.registry.getSingleMetric('atrium_ledger_drift_micros')?.get()) ?? { values: [] };
    return values.find(({ labels }) => labels['of'] === 'members')?.value;
  };
  await expect.poll(drift).toBe(-7 * (rows[0]?.count ?? 0));
  await forger.undo();
});

test('jobs are counted by what becomes of them', async () => {
  await database.pool.query(
    `select graphile_worker.add_job('sweep-exports', job_key => 'tomorrow', run_at => now() + interval '1 day')`,
  );
  await database.pool.query(`select graphile_worker.add_job('no-such-task', max_attempts => 1)`);
  await untilSeen('atrium_jobs{task="sweep-exports",state="scheduled"}').toBe(1);
  await untilSeen('atrium_jobs_oldest_due_seconds{task="no-such-task"}').toBeGreaterThan(0);
});

test('the last backup shows its moment and size, and when one was last verified; without one all are 0', async () => {
  const backup = (figure: string) => `atrium_backup_${figure}{of="database"}`;
  expect((await look()).figure(backup('last_timestamp_seconds'))).toBe(0);
  expect((await look()).figure(backup('verified_timestamp_seconds'))).toBe(0);
  const note = (action: string, at: number, after: string) =>
    database.pool.query(
      `insert into audit_log (number, actor, action, subject, reason, address, after, at)
        select 1 + coalesce(max(number), 0), 'operator:timer', $1, '', '', '', $3, to_timestamp($2) from audit_log`,
      [action, at, after],
    );
  await note('backup', 1_796_000_000, '{"bytes": 1, "taken_at": "2026-11-30T00:00:00.000Z"}');
  await note('backup', 1_796_015_500, '{"bytes": 25197, "taken_at": "2026-11-30T05:11:23.664Z"}');
  await note('backup verify', 1_796_015_491, '{}');
  await untilSeen(backup('last_timestamp_seconds')).toBe(1_796_015_483.664);
  const after = await look();
  expect(after.figure(backup('last_bytes'))).toBe(25197);
  expect(after.figure(backup('verified_timestamp_seconds'))).toBe(1_796_015_491);
});

const exported = async () => metricNames(await look());
/** Series that Prometheus itself creates. */
const OF_PROMETHEUS = ['up'];
/** Series that the second machine writes when it fetches backups. */
const OF_COPIES = [...readFileSync('ops/fetch-backups', 'utf8').matchAll(/^# TYPE (\w+)/gm)].map(
  ([, name = '']) => name,
);

function namesIn(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^}]*\}/g, '').replaceAll(/\b(by|ignoring|without|on)\s*\([^)]*\)/g, '');
  return [...bare.matchAll(/\b(?:atrium|nodejs|process)_\w+\b|\bup\b/g)].map(([name]) => name);
}

test('every name in the dashboard and in the alerts is exported', async () => {
  const names = new Set([...(await exported()), ...OF_PROMETHEUS, ...OF_COPIES]);
  const dashboard = JSON.parse(readFileSync('ops/grafana-dashboard.json', 'utf8')) as Dashboard;
  const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const asked = [...expressions, ...alerts().map(({ expr }) => expr)];
  for (const expression of asked) {
    expect(namesIn(expression), expression).not.toEqual([]);
    for (const name of namesIn(expression)) expect(names, expression).toContain(name);
  }
  expect(asked.length).toBeGreaterThan(30);
});

test('every alert leads to a heading that says what to do', () => {
  const headings = [...readFileSync('docs/operate.md', 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
    anchorOf(words),
  );
  for (const { alert, annotations } of alerts()) {
    const [file, heading] = annotations.runbook.split('#');
    expect([alert, file]).toEqual([alert, 'docs/operate.md']);
    expect(headings, alert).toContain(heading);
  }
});

/** GitHub's anchor of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}

type Dashboard = { panels: { targets: { expr: string }[] }[] };
type Alert = { alert: string; expr: string; annotations: { runbook: string } };

function alerts(): Alert[] {
  const { groups } = parse(readFileSync('ops/alerts.yml', 'utf8')) as { groups: { rules: Alert[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

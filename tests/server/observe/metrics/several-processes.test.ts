import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { everyday, isLong } from '../../../support/everyday.ts';
import { freePort } from '../../../support/free-port.ts';
import { visit } from '../../../support/app/http.ts';
import { openLine } from '../../../support/db/line.ts';
import { scrape } from '../../../support/world/metrics.ts';
import { freshDatabase, SESSION_SECRET } from '../../../support/app/services.ts';
import { startWholeApp, type WholeApp } from '../../../support/app/whole-app.ts';

vi.setConfig({ testTimeout: 90_000 });

const CALLS = 'atrium_http_requests_total{kind="call",method="GET",status="4xx"}';
const line = await openLine(await freshDatabase());

async function start(args?: string[]): Promise<WholeApp & { metricsPort: number }> {
  const metricsPort = await freePort();
  const env = {
    DATABASE_URL: line.databaseUrl,
    SESSION_SECRET,
    QPAYMENTS_URL: 'http://127.0.0.1:9',
    QPAYMENTS_SECRET: 'x'.repeat(32),
    WEB_PROCESSES: '2',
    METRICS_PORT: String(metricsPort),
  };
  const app = await startWholeApp(env, args);
  onTestFinished(async () => {
    app.process.kill('SIGKILL');
    await app.ended;
  });
  expect(await app.isUp).toBe(true);
  return { ...app, metricsPort };
}

/** Uses a new connection for each call, so that both processes get some. */
async function callOften(port: number, times: number): Promise<void> {
  for (let call = 0; call < times; call += 1) {
    await visit(port, '/api/users/profile/', { headers: { connection: 'close' } });
  }
}

async function firstCopyOf(app: WholeApp): Promise<number> {
  const children = await readFile(`/proc/${app.process.pid}/task/${app.process.pid}/children`, 'utf8');
  return Number(children.split(' ')[0]);
}

test('one port shows what all processes count, and an ended one takes nothing back', async () => {
  const app = await start();
  await callOften(app.port, 20);
  const before = await scrape(app.metricsPort);
  expect(before.figure(CALLS)).toBe(20);
  expect(before.figure('atrium_processes{state="wanted"}')).toBe(2);
  expect(before.figure('atrium_processes{state="answering"}')).toBe(2);
  expect(before.figure('atrium_http_request_duration_seconds_count{kind="call"}')).toBe(20);
  expect(before.figure('atrium_refusals_total{code="no_session"}')).toBe(20);
  expect(before.figure('atrium_database_up')).toBe(1);

  const ended = await firstCopyOf(app);
  process.kill(ended, 'SIGKILL');
  await expect
    .poll(async () => (await scrape(app.metricsPort)).figure('atrium_processes{state="answering"}'), {
      timeout: 20_000,
    })
    .toBe(2);
  await callOften(app.port, 5);
  expect((await scrape(app.metricsPort)).figure(CALLS)).toBe(25);
});

test('the worker has figures of its own, of one process and of the database', async () => {
  const app = await start(['dist/app/worker.mjs']);
  const figures = await scrape(app.metricsPort);
  expect(figures.figure('atrium_processes{state="wanted"}')).toBe(1);
  expect(figures.figure('atrium_processes{state="answering"}')).toBe(1);
  expect(figures.figure('atrium_database_up')).toBe(1);
  expect(figures.text).toMatch(/^atrium_node_requests_total|^# TYPE atrium_node_requests_total counter$/m);
  expect((await visit(app.port, '/metrics')).status).toBe(404);
  app.process.kill('SIGTERM');
  expect(await app.ended).toBe(0);
});

test.runIf(isLong)('a process that is too busy to say is spoken for by what it said last', async () => {
  const app = await start();
  await callOften(app.port, 20);
  expect((await scrape(app.metricsPort)).figure(CALLS)).toBe(20);
  const stopped = await firstCopyOf(app);
  process.kill(stopped, 'SIGSTOP');
  const meanwhile = await scrape(app.metricsPort);
  expect(meanwhile.figure('atrium_processes{state="answering"}')).toBe(1);
  expect(meanwhile.figure(CALLS)).toBe(20);
  process.kill(stopped, 'SIGCONT');
  await expect.poll(async () => (await scrape(app.metricsPort)).figure('atrium_processes{state="answering"}')).toBe(2);
});

test.runIf(isLong)('while PostgreSQL is away or silent a scrape has what the processes count', async () => {
  const away = [() => line.close(), () => line.open()] as const;
  const silent = [() => line.silence(), () => line.speak()] as const;
  const app = await start();
  await callOften(app.port, 3);
  expect((await scrape(app.metricsPort)).figure('atrium_withdrawals{state="requested"}')).toBe(0);
  for (const [part, mend] of everyday([silent], [away, silent])) {
    await part();
    await expect
      .poll(async () => (await scrape(app.metricsPort)).figure('atrium_database_up'), { timeout: 20_000 })
      .toBe(0);
    const without = await scrape(app.metricsPort);
    expect(without.status).toBe(200);
    expect(without.figure(CALLS)).toBe(3);
    expect(without.figure('atrium_withdrawals{state="requested"}')).toBeUndefined();
    await mend();
    await expect
      .poll(async () => (await scrape(app.metricsPort)).figure('atrium_withdrawals{state="requested"}'), {
        timeout: 30_000,
      })
      .toBe(0);
  }
  app.process.kill('SIGTERM');
  expect(await app.ended).toBe(0);
  await expect(visit(app.metricsPort, '/metrics')).rejects.toThrow();
});

import { get } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { emptyDatabase, SESSION_SECRET } from '../../support/app/services.ts';
import { isLong } from '../../support/everyday.ts';
import { freePort } from '../../support/free-port.ts';
import { visit } from '../../support/app/http.ts';
import { scrape } from '../../support/world/metrics.ts';
import { copiesOf, startWholeApp, type WholeApp } from '../../support/app/whole-app.ts';

vi.setConfig({ testTimeout: isLong ? 240_000 : 90_000 });

const env = {
  DATABASE_URL: await emptyDatabase(),
  SESSION_SECRET,
  QPAYMENTS_URL: 'http://127.0.0.1:9',
  QPAYMENTS_SECRET: 'x'.repeat(32),
  WEB_PROCESSES: '2',
};

async function start(more: Record<string, string> = {}): Promise<WholeApp> {
  const app = await startWholeApp({ ...env, ...more });
  onTestFinished(async () => {
    app.process.kill('SIGKILL');
    await app.ended;
  });
  return app;
}

test('two processes share the port; one that is killed is replaced while the other answers', async () => {
  const app = await start();
  expect(await app.isUp).toBe(true);
  expect(app.said().match(/is running at/g)).toHaveLength(1);
  const [first = 0, second = 0, ...others] = await copiesOf(app);
  expect(others).toEqual([]);
  process.kill(first, 'SIGKILL');
  // Requests in the killed process are lost; it gets no new ones.
  await expect.poll(() => copiesOf(app)).not.toContain(first);
  for (let request = 0; request < 20; request++) expect((await visit(app.port, '/healthz')).status).toBe(200);
  await expect.poll(async () => (await copiesOf(app)).length).toBe(2);
  expect(await copiesOf(app)).toContain(second);

  app.process.kill('SIGTERM');
  expect(await app.ended).toBe(0);
  await expect(visit(app.port, '/healthz')).rejects.toThrow();
});

test.runIf(isLong)(
  'whoever asks while processes are killed is answered or broken off, and never left waiting',
  async () => {
    const metricsPort = await freePort();
    const app = await start({ METRICS_PORT: String(metricsPort) });
    expect(await app.isUp).toBe(true);
    const ends: string[] = [];
    let isOver = false;
    const asking = Array.from({ length: 20 }, async () => {
      while (!isOver) ends.push(await endOfRequest(app.port));
    });
    for (let kill = 0; kill < 20; kill++) {
      const answering = async () => (await scrape(metricsPort)).figure('atrium_processes{state="answering"}');
      await expect.poll(answering, { timeout: 20_000 }).toBe(2);
      const [oldest = 0] = await copiesOf(app);
      process.kill(oldest, 'SIGKILL');
      await expect.poll(() => copiesOf(app)).not.toContain(oldest);
    }
    isOver = true;
    await Promise.all(asking);
    expect(ends).toContain('answered');
    expect(ends).not.toContain('left waiting');
  },
);

function endOfRequest(port: number): Promise<string> {
  return new Promise((resolve) => {
    const asked = get({ host: '127.0.0.1', port, path: '/healthz', agent: false, timeout: 15_000 }, (answer) => {
      answer.resume().on('close', () => resolve('answered'));
    });
    asked.on('error', () => resolve('broken off'));
    asked.on('timeout', () => {
      resolve('left waiting');
      asked.destroy();
    });
  });
}

test('what keeps a process from starting is said, and all of them stop', async () => {
  const app = await start({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });
  expect(await app.ended).toBe(1);
  expect(app.said()).toContain('ECONNREFUSED');
});

test('the demo’s own database and simulator belong to one process', async () => {
  const app = await startWholeApp({ WEB_PROCESSES: '2' });
  expect(await app.ended).toBe(1);
  expect(app.said()).toMatch(/^WEB_PROCESSES above 1 needs DATABASE_URL and QPAYMENTS_URL.*\n$/);
});

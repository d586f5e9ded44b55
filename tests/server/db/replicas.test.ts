import { expect, onTestFinished, test, vi } from 'vitest';
import { mailbox, withdrawals } from '#server/db/schema/index.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import type { Services } from '#server/api/services.ts';
import { worker } from '../../../scripts/server.mjs';
import { isLong } from '../../support/everyday.ts';
import { jsonOf, visit } from '../../support/app/http.ts';
import { brokenInvariants } from '../../support/db/invariants.ts';
import { NO_NODE } from '../../support/world/node.ts';
import { peopleBelow } from '../../support/people/people.ts';
import { openReplicas, type Replicas, type Tally, underLoad } from '../../support/db/replicas.ts';
import { createTestServices, SESSION_SECRET } from '../../support/app/services.ts';
import { answerFrom } from '../../support/app/sign-in-over-http.ts';
import { openVisitors, type Visitor } from '../../support/browser/visitors.ts';
import { startWholeApp, type WholeApp } from '../../support/app/whole-app.ts';

vi.setConfig({ testTimeout: 180_000 });

const REQUESTS = 1_000;
const RESTARTS = 2;
const PEOPLE = 30;

async function start(env: Record<string, string>, args?: string[]): Promise<WholeApp> {
  const app = await startWholeApp({ SESSION_SECRET, ...NO_NODE, ...env }, args);
  onTestFinished(async () => {
    app.process.kill('SIGKILL');
    await app.ended;
  });
  return app;
}

async function openTwo(): Promise<{ services: Services; visitors: Visitor[]; replicas: Replicas }> {
  const people = peopleBelow('anna', PEOPLE, Math.random);
  const { services, databaseUrl } = await createTestServices({ people, clock: { now: () => new Date() } });
  const visitors = await openVisitors(
    services,
    people.slice(-PEOPLE).map(({ username }) => username),
  );
  const replicas = await openReplicas({ DATABASE_URL: databaseUrl, SESSION_SECRET, ...NO_NODE, RUN_JOBS: 'false' });
  onTestFinished(() => replicas.stop());
  return { services, visitors, replicas };
}

async function expectAllThere({ services, ids }: { services: Services } & Pick<Tally, 'ids'>): Promise<void> {
  const there = new Set((await services.db.select({ id: withdrawals.id }).from(withdrawals)).map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.filter((id) => !there.has(id))).toEqual([]);
  expect(await brokenInvariants(services.db)).toEqual([]);
  expect((await verifyLedger(services)).findings).toEqual([]);
}

test.runIf(isLong)(
  `restarted one after the other behind a proxy, under load, ${RESTARTS} times: every request is answered, every withdrawal is there`,
  async () => {
    const { services, visitors, replicas } = await openTwo();
    const { answered, failed, ids } = await underLoad(replicas.origin, visitors, {
      atLeast: REQUESTS,
      async during() {
        for (let round = 0; round < RESTARTS; round += 1) await replicas.restartInTurn();
      },
    });
    expect(failed).toEqual({});
    expect(answered.pages + answered.reads + answered.withdrawals).toBeGreaterThanOrEqual(REQUESTS);
    await expectAllThere({ services, ids });
    expect(await services.db.$count(withdrawals)).toBe(ids.length);
  },
);

test.runIf(isLong)(
  `kill -9 of one copy, ${RESTARTS} times, takes only what that copy had in hand; nothing that was answered is lost`,
  async () => {
    const { services, visitors, replicas } = await openTwo();
    const { failed, ids } = await underLoad(replicas.origin, visitors, {
      atLeast: REQUESTS,
      async during() {
        for (let round = 0; round < RESTARTS; round += 1) await replicas.kill();
      },
    });
    const broken = Object.entries(failed);
    // A withdrawal that was running at the kill may have been done; a retry would get the same response.
    expect(broken.map(([status]) => status).filter((status) => status !== '502')).toEqual([]);
    expect(broken.reduce((sum, [, count]) => sum + count, 0)).toBeLessThanOrEqual(12 * RESTARTS);
    await expectAllThere({ services, ids });
  },
);

test('a web process told so leaves the jobs alone, and a worker does them; neither does the other’s work', async () => {
  const { services, databaseUrl } = await createTestServices();
  const web = await start({ DATABASE_URL: databaseUrl, RUN_JOBS: 'false' });
  expect(await web.isUp).toBe(true);
  const form = { email: 'anna@demo.example', bot_check: await answerFrom(web.port) };
  expect((await visit(web.port, '/api/auth/reset/', jsonOf(form))).status).toBe(202);
  // A worker registers itself in this table when it starts.
  const workers = async () =>
    (await services.pool.query('select from graphile_worker._private_known_crontabs')).rowCount;
  expect(await workers()).toBe(0);
  expect(await services.db.$count(mailbox)).toBe(0);

  const doing = await start({ DATABASE_URL: databaseUrl }, worker.args);
  expect(await doing.isUp).toBe(true);
  await expect.poll(() => services.db.$count(mailbox)).toBe(1);
  expect(await workers()).toBeGreaterThan(0);
  expect((await visit(doing.port, '/readyz')).status).toBe(200);
  expect((await visit(doing.port, '/healthz')).status).toBe(200);
  expect((await visit(doing.port, '/ru/auth')).status).toBe(404);
  expect((await visit(doing.port, '/api/partners/anna/')).status).toBe(404);
  doing.process.kill('SIGTERM');
  expect(await doing.ended).toBe(0);
});

test('while it drains a process says that it is not ready, still serves, and closes each connection', async () => {
  const { databaseUrl } = await createTestServices();
  const web = await start({ DATABASE_URL: databaseUrl, DRAIN_SECONDS: '3' });
  expect(await web.isUp).toBe(true);
  const before = await visit(web.port, '/ru/partnerlink/anna');
  expect([before.status, before.headers.connection]).toEqual([200, 'keep-alive']);
  web.process.kill('SIGTERM');
  await expect.poll(async () => (await visit(web.port, '/readyz')).status).toBe(503);
  const after = await visit(web.port, '/ru/partnerlink/anna');
  expect([after.status, after.headers.connection]).toEqual([200, 'close']);
  expect(await web.ended).toBe(0);
});

test('jobs of a private database can be left to nobody', async () => {
  const web = await start({ RUN_JOBS: 'false' });
  expect(await web.ended).toBe(1);
  expect(web.said()).toMatch(/^RUN_JOBS=false needs DATABASE_URL: .*\n$/);
  const alone = await start({}, worker.args);
  expect(await alone.ended).toBe(1);
  expect(alone.said()).toMatch(/^The worker needs DATABASE_URL: .*\n$/);
});

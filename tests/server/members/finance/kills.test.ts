import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '#server/base/clock.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { CAST } from '#server/operator/seed/cast.ts';
import { seedEmptyDemo } from '#server/operator/seed/index.ts';
import { withdrawals } from '#server/db/schema/index.ts';
import { startEngine } from '#server/engine/index.ts';
import type { Services } from '#server/api/services.ts';
import { openCopy } from '../../../support/processes/copy.ts';
import { serverPid } from '../../../support/processes/engine-apps.ts';
import { everyday } from '../../../support/everyday.ts';
import { createTestServices, SESSION_SECRET } from '../../../support/app/services.ts';
import { brokenInvariants } from '../../../support/db/invariants.ts';
import { giveMoney, WALLET } from '../../../support/people/money.ts';

vi.setConfig({ testTimeout: 600_000 });

const APP_KILLS = Number(process.env['APP_KILLS'] ?? everyday(1, 100));
const DATABASE_KILLS = Number(process.env['DATABASE_KILLS'] ?? everyday(1, 20));
const ANSWERS_BEFORE = 12;
const PEOPLE = ['anna', 'ivan', 'jonas', 'marie'];
const ENOUGH = 1_000_000_000_000n;

test(`kill -9 of the app under load, ${APP_KILLS} times: nothing answered is lost, nothing is half done`, async () => {
  const { services, databaseUrl } = await createTestServices();
  for (const person of PEOPLE) await giveMoney(services, person, ENOUGH);
  const answered: string[] = [];
  for (let kill = 0; kill < APP_KILLS; kill += 1) {
    const { child, answers } = startBusy(databaseUrl);
    answered.push(...(await take(answers, ANSWERS_BEFORE + (kill % 10))));
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await expectAllThere(services, answered);
});

test(`kill -9 of PostgreSQL under load, ${DATABASE_KILLS} times: the same`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kills-test-'));
  chmodSync(dataDir, 0o755);
  const engine = await startEngine({ dataDir });
  onTestFinished(async () => {
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  await migrateDatabase(engine.databaseUrl);
  const services = openCopy(engine.databaseUrl, SESSION_SECRET);
  onTestFinished(() => services.close());
  await seedEmptyDemo({ ...services, clock: systemClock }, CAST);
  for (const person of PEOPLE) await giveMoney(services, person, ENOUGH);
  const { child, answers } = startBusy(engine.databaseUrl);
  const answered: string[] = [];
  for (let kill = 0; kill < DATABASE_KILLS; kill += 1) {
    answered.push(...(await take(answers, ANSWERS_BEFORE)));
    process.kill(serverPid(join(dataDir, 'postgres')), 'SIGKILL');
  }
  answered.push(...(await take(answers, ANSWERS_BEFORE)));
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expectAllThere(services, answered);
});

type Answers = AsyncIterator<string>;

function startBusy(databaseUrl: string): { child: ChildProcess; answers: Answers } {
  const withdrawer = fileURLToPath(new URL('../../../support/processes/busy-withdrawer.ts', import.meta.url));
  const child = spawn(process.execPath, [withdrawer, databaseUrl, SESSION_SECRET, WALLET, ...PEOPLE], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, answers: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

/** Reads `count` ids of confirmed withdrawals. */
async function take(answers: Answers, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const { value = '', done } = await answers.next();
    if (done) throw new Error('the app ended by itself');
    const [, id = ''] = String(value).split(' ');
    if (id) ids.push(id);
  }
  return ids;
}

async function expectAllThere(services: Services, answered: string[]): Promise<void> {
  const there = new Set((await services.db.select({ id: withdrawals.id }).from(withdrawals)).map(({ id }) => id));
  expect(answered.filter((id) => !there.has(id))).toEqual([]);
  expect(answered.length).toBeGreaterThan(0);
  expect(await brokenInvariants(services.db)).toEqual([]);
}

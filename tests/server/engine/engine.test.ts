import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Engine, EngineRefusal, startEngine } from '#server/engine/index.ts';
import { endApp, processesOn, query, serverPid, startApp } from '../../support/processes/engine-apps.ts';
import { isLong } from '../../support/everyday.ts';

vi.setConfig({ testTimeout: 90_000 });

let dataDir: string;
let cluster: string;
const isRoot = process.getuid?.() === 0;
const engines: Engine[] = [];

beforeEach(() => {
  // A shell would split this name.
  dataDir = join(mkdtempSync(join(tmpdir(), 'engine-test-')), 'a b;exit 9 #');
  if (isRoot) openToOthers(dirname(dataDir));
  cluster = join(dataDir, 'postgres');
});

afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()));
  if (processesOn(dataDir).length > 0) process.kill(serverPid(cluster), 'SIGQUIT');
  rmSync(dirname(dataDir), { recursive: true, force: true });
});

test('starts, keeps what was written, and leaves no process and no socket behind', async () => {
  const first = await start();
  await query(first.databaseUrl, 'create table note as select 42 as answer');
  const socketDir = new URL(first.databaseUrl).searchParams.get('host') ?? '';
  expect(statSync(socketDir).mode & 0o777).toBe(0o700);
  await first.stop();
  expect(processesOn(dataDir)).toEqual([]);
  expect(existsSync(socketDir)).toBe(false);

  const second = await start({ durable: true });
  expect(await query(second.databaseUrl, 'select answer from note')).toEqual([{ answer: 42 }]);
  expect(await query(second.databaseUrl, 'show fsync')).toEqual([{ fsync: 'on' }]);
  await Promise.all([second.stop(), second.stop()]);
  expect(processesOn(dataDir)).toEqual([]);
});

test('a second app on the folder is refused with the process of the first', async () => {
  const first = await startApp(dataDir);
  await expect(startEngine({ dataDir })).rejects.toThrow(
    `Another Atrium (process ${first.process.pid}) is already using the folder`,
  );
  expect(await query(first.databaseUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  await endApp(first, 'SIGTERM');
  expect(processesOn(dataDir)).toEqual([]);
});

test('after kill -9 of the app its server is found again, with everything in it', async () => {
  const killed = await startApp(dataDir);
  await query(killed.databaseUrl, 'create table note as select 42 as answer');
  const pid = serverPid(cluster);
  await endApp(killed, 'SIGKILL');

  const next = await start();
  expect(serverPid(cluster)).toBe(pid);
  expect(await query(next.databaseUrl, 'select answer from note')).toEqual([{ answer: 42 }]);
  await next.stop();
  expect(processesOn(dataDir)).toEqual([]);
});

test('after kill -9 of app and server the next start recovers', async () => {
  const killed = await startApp(dataDir);
  await query(killed.databaseUrl, 'create table note as select 42 as answer');
  process.kill(serverPid(cluster), 'SIGKILL');
  await endApp(killed, 'SIGKILL');

  const next = await start();
  expect(await query(next.databaseUrl, 'select answer from note')).toEqual([{ answer: 42 }]);
  await next.stop();
  expect(processesOn(dataDir)).toEqual([]);
});

test('a server killed under a running app comes back at the same address', async () => {
  const engine = await start({ durable: true });
  await query(engine.databaseUrl, 'create table note as select 42 as answer');
  process.kill(serverPid(cluster), 'SIGKILL');

  const answer = () => query(engine.databaseUrl, 'select answer from note');
  await expect.poll(answer, { timeout: 30_000 }).toEqual([{ answer: 42 }]);
  await expect(startApp(dataDir)).resolves.toMatchObject({ refusal: expect.stringContaining(`${process.pid}`) });
  await engine.stop();
  expect(processesOn(dataDir)).toEqual([]);
});

test('a postmaster.pid whose number now belongs to another process does not stop a start', async () => {
  await (await start()).stop();
  const stale = [process.ppid, cluster, 1, 5432, '/tmp/atrium-gone', '', '', 'ready', ''];
  writeFileSync(join(cluster, 'postmaster.pid'), stale.join('\n'));

  const engine = await start();
  expect(serverPid(cluster)).not.toBe(process.ppid);
  await engine.stop();
});

test('of two starts at the same moment on an empty folder one wins and the other is refused', async () => {
  const apps = await Promise.all([startApp(dataDir), startApp(dataDir)]);
  const [winner, loser] = apps[0].refusal ? [apps[1], apps[0]] : apps;
  expect(loser.refusal).toContain(`Another Atrium (process ${winner.process.pid})`);
  expect(await query(winner.databaseUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  await endApp(winner, 'SIGTERM');
  expect(processesOn(dataDir)).toEqual([]);
});

test("a folder PostgreSQL's user can't enter is served from elsewhere and remembered", async () => {
  rmSync(dirname(dataDir), { recursive: true });
  mkdirSync(dirname(dataDir), { mode: 0o700 });
  const engine = await start();
  await query(engine.databaseUrl, 'create table note as select 42 as answer');
  await engine.stop();
  expect(existsSync(cluster)).toBe(!isRoot);

  const again = await start();
  expect(await query(again.databaseUrl, 'select answer from note')).toEqual([{ answer: 42 }]);
  await again.stop();
  if (isRoot) rmSync(JSON.parse(readFileSync(join(dataDir, 'engine.json'), 'utf8')).home, { recursive: true });
});

test('what only a person can put right is one sentence', async () => {
  mkdirSync(dirname(dataDir), { recursive: true });
  writeFileSync(dataDir, 'a file');
  const failure = await startEngine({ dataDir }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(EngineRefusal);
  expect(failure).toHaveProperty('message', expect.stringMatching(/^\S+\/a b;exit 9 # is not a folder; .+\.$/));
});

test.runIf(isLong)('a server that does not start is quoted from its log', async () => {
  await (await start()).stop();
  writeFileSync(join(cluster, 'postgresql.conf'), 'no_such_setting = 1');
  await expect(startEngine({ dataDir })).rejects.toThrow(
    /^PostgreSQL did not start; its log .+postgres\.log ends with: .+/,
  );
  expect(processesOn(dataDir)).toEqual([]);
});

async function start({ durable = false } = {}): Promise<Engine> {
  const engine = await startEngine({ dataDir, durable });
  engines.push(engine);
  return engine;
}

function openToOthers(folder: string): void {
  rmSync(folder, { recursive: true });
  mkdirSync(folder, { mode: 0o755 });
}

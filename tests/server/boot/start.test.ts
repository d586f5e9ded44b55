import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { afterwards } from '../../support/afterwards.ts';
import { everyday, isLong } from '../../support/everyday.ts';
import { processesOn, serverPid } from '../../support/processes/engine-apps.ts';
import { jsonOf, visit } from '../../support/app/http.ts';
import { answerFrom, signInByApi } from '../../support/app/sign-in-over-http.ts';
import { startWholeApp, type WholeApp } from '../../support/app/whole-app.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const folder = mkdtempSync(join(tmpdir(), 'start-test-'));
chmodSync(folder, 0o755);
/** Data folder of an app that was started once and stopped. */
const startedBefore = join(folder, 'started-before');
let dataDir: string;
const apps: WholeApp[] = [];

async function start(env: Record<string, string> = {}, args?: string[]): Promise<WholeApp> {
  const app = await startWholeApp({ DATA_DIR: dataDir, ...env }, args);
  apps.push(app);
  return app;
}

/** Copies that folder: a start on it takes a tenth of the time of a first start. */
function startAgain(env?: Record<string, string>, args?: string[]): Promise<WholeApp> {
  execFileSync('cp', ['-a', startedBefore, dataDir]);
  return start(env, args);
}

beforeAll(async () => {
  const app = await startWholeApp({ DATA_DIR: startedBefore });
  expect(await app.isUp, app.said()).toBe(true);
  expect(app.said()).toContain('Sign in as anna');
  app.process.kill('SIGTERM');
  expect(await app.ended).toBe(0);
});
afterwards(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(() => {
  dataDir = join(mkdtempSync(join(folder, 'app-')), 'data');
  chmodSync(dirname(dataDir), 0o755);
});

afterEach(async () => {
  for (const app of apps.splice(0)) {
    app.process.kill('SIGKILL');
    await app.ended;
  }
  if (processesOn(dataDir).length > 0) process.kill(serverPid(join(dataDir, 'postgres')), 'SIGQUIT');
  rmSync(dirname(dataDir), { recursive: true, force: true });
});

test('it says where it is, lets Anna in, survives kill -9, and leaves nothing behind when it is told to stop', async () => {
  const first = await startAgain();
  expect(await first.isUp).toBe(true);
  expect(first.said()).toContain(`Atrium is running at http://localhost:${first.port}/ru/auth`);
  expect(first.said()).toContain('Sign in as anna');
  expect(first.said()).toContain(`the node simulator at http://localhost:${first.simulatorPort}`);
  expect((await visit(first.simulatorPort, '/')).text).toContain('Node simulator');
  const { access } = await signInByApi(first.port, 'anna');

  const second = await start();
  expect(await second.ended).toBe(1);
  expect(second.said()).toMatch(
    new RegExp(
      `^Another Atrium \\(process ${first.process.pid}\\) is already using the folder .*; stop it or set DATA_DIR .*\\n$`,
    ),
  );

  first.process.kill('SIGKILL');
  await first.ended;
  await expect(visit(first.simulatorPort, '/')).rejects.toThrow();
  const next = await start();
  expect(await next.isUp).toBe(true);
  const me = await visit(next.port, '/api/users/profile/', { headers: { authorization: `Bearer ${access}` } });
  expect(JSON.parse(me.text)).toMatchObject({ username: 'anna' });
  expect((await visit(next.port, '/ru/partnerlink/anna')).status).toBe(200);

  next.process.kill('SIGTERM');
  expect(await next.ended).toBe(0);
  expect(processesOn(dataDir)).toEqual([]);
  await expect(visit(next.port, '/healthz')).rejects.toThrow();
  await expect(visit(next.simulatorPort, '/')).rejects.toThrow();
});

test('what nobody caught ends it with one line, which has no values of a query', async () => {
  const words = encodeURIComponent("throw new Error('Failed query: select 1\\nparams: nobody@demo.example')");
  const app = await startAgain({
    NODE_OPTIONS: `--import=data:text/javascript,process.on('SIGUSR2',()=>{${words}})`,
  });
  expect(await app.isUp, app.said()).toBe(true);
  app.process.kill('SIGUSR2');
  expect(await app.ended).toBe(1);
  expect(JSON.parse(app.said().trim().split('\n').at(-1) ?? '')).toMatchObject({
    level: 'error',
    event: 'uncaught',
    error: 'Failed query: select 1',
  });
  expect(app.said()).not.toContain('nobody@demo.example');
});

test('the bundle has with it what its modules find beside themselves: the posts and plans, and jobs that write e-mails', async () => {
  const app = await startAgain();
  expect(await app.isUp).toBe(true);
  const { access } = await signInByApi(app.port, 'anna');
  const cookies = { access_token: access };
  expect((await visit(app.port, '/en/dashboard/feed', { cookies })).text).toContain('the December schedule');
  expect((await visit(app.port, '/en/dashboard/licenses', { cookies })).text).toContain('Peristyle');

  const form = { email: 'anna@demo.example', bot_check: await answerFrom(app.port) };
  expect((await visit(app.port, '/api/auth/reset/', jsonOf(form))).status).toBe(202);
  await expect.poll(async () => (await visit(app.port, '/dev/mail')).text).toContain('anna@demo.example');
});

test.runIf(isLong)('the development server renders pages and islands from their sources', async () => {
  const app = await startAgain({ NODE_ENV: 'development' }, ['src/server/dev.ts']);
  expect(await app.isUp).toBe(true);
  const page = await visit(app.port, '/en/auth/sign-up?ref=anna');
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('<astro-island')]);
  const [, script = ''] = /src="(\/src\/layouts\/document\.astro[^"]*)"/.exec(page.text) ?? [];
  expect((await visit(app.port, script.replaceAll('&amp;', '&'))).text).toContain('page-script.ts');
  const [, island = ''] = /component-url="([^"]+sign-up-screen[^"]*)"/.exec(page.text) ?? [];
  expect((await visit(app.port, island)).text).toContain('SignUpForm');
  app.process.kill('SIGTERM');
  expect(await app.ended).toBe(0);
});

test('a taken port is told in one sentence, and no database is left running', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const app = await startAgain({ PORT: String(port) });
  expect(await app.ended).toBe(1);
  other.close();
  expect(app.said()).toBe(`Port ${port} is taken by another program; stop it or set PORT to a free one.\n`);
  expect(processesOn(dataDir)).toEqual([]);
});

test.runIf(isLong)('so is the taken port of the simulator', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const app = await startAgain({ SIMULATOR_PORT: String(port) });
  expect(await app.ended).toBe(1);
  other.close();
  expect(app.said()).toMatch(
    new RegExp(`^Port ${port}, where the simulator of the node would listen, is taken .*\\n$`),
  );
  expect(processesOn(dataDir)).toEqual([]);
});

test('with a node that is named there is no simulator', async () => {
  const app = await startAgain({ QPAYMENTS_URL: 'http://127.0.0.1:9', QPAYMENTS_SECRET: 'x'.repeat(32) });
  expect(await app.isUp).toBe(true);
  expect(app.said()).not.toContain('simulator');
  await expect(visit(app.simulatorPort, '/')).rejects.toThrow();
  app.process.kill('SIGTERM');
  expect(await app.ended).toBe(0);
});

test.runIf(isLong)('a stop in the middle of the start is obeyed', async () => {
  const app = await start();
  await expect.poll(() => processesOn(dataDir).length, { timeout: 30_000 }).toBeGreaterThan(0);
  app.process.kill('SIGTERM');
  expect(await app.ended).toBe(0);
  expect(processesOn(dataDir)).toEqual([]);
});

const WRONG: [env: Record<string, string>, sentence: RegExp][] = [
  [{ PORT: 'x' }, /^The environment variable PORT is wrong: .*\n$/],
  [{ PORT: '99999' }, /^The environment variable PORT is wrong: .*\n$/],
  [{ DEMO: 'false' }, /^SESSION_SECRET must be set .*\n$/],
  [{ QPAYMENTS_URL: 'ftp://node' }, /^The environment variable QPAYMENTS_URL is wrong: .*\n$/],
  [{ QPAYMENTS_URL: 'https://node.example' }, /^QPAYMENTS_SECRET must be set with QPAYMENTS_URL.*\n$/],
  [{ SESSION_SECRET: 'short' }, /^The environment variable SESSION_SECRET is wrong: .*\n$/],
  [{ HOST: '192.0.2.1' }, /^“192\.0\.2\.1” is no address of this machine; set HOST to one, such as 127\.0\.0\.1\.\n$/],
  [
    { TIME_ZONE: 'Mars/Olympus' },
    /^The environment variable TIME_ZONE is wrong: “Mars\/Olympus” is not a time zone\.\n$/,
  ],
  [{ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' }, /^SESSION_SECRET must be set .*\n$/],
];

/** All other settings are reported by the same code (config.test.ts). */
test.each(everyday(WRONG.slice(0, 3), WRONG))(
  'with %o it says in one sentence what is wrong',
  async (env, sentence) => {
    const app = await start(env);
    expect(await app.ended).toBe(1);
    expect(app.said()).toMatch(sentence);
  },
);

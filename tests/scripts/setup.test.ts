import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'node:http';
import { onTestFinished, expect, test } from 'vitest';
import { isLong } from '../support/everyday.ts';
import { freePort } from '../support/free-port.ts';
import { fakeTree } from './fake-tree.ts';

const root = join(import.meta.dirname, '../..');
const PACKAGE = 'no-such-package';

/** Sets up a project of one package, with an empty cache and this registry. */
async function setUp(registry: string): Promise<string> {
  const dependencies = { [PACKAGE]: '1.0.0' };
  const folder = fakeTree({
    'scripts/setup.mjs': readFileSync(join(root, 'scripts/setup.mjs'), 'utf8'),
    'run.mjs': "import { ensureInstalled } from './scripts/setup.mjs';\nconsole.log(await ensureInstalled());\n",
    'package.json': { name: 'fake', version: '1.0.0', dependencies },
    'package-lock.json': {
      ...{ name: 'fake', version: '1.0.0', lockfileVersion: 3, requires: true },
      packages: { '': { dependencies }, [`node_modules/${PACKAGE}`]: { version: '1.0.0' } },
    },
  });
  const env = { PATH: process.env['PATH'], HOME: folder, npm_config_registry: registry, npm_config_cache: folder };
  const child = spawn(process.execPath, ['run.mjs'], { cwd: folder, env });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (words += String(chunk)));
  await new Promise((resolve) => child.once('close', resolve));
  return words;
}

test('without a network the setup ends with one sentence, and does not ask for each package', async () => {
  const words = await setUp(`http://127.0.0.1:${await freePort()}/`);
  expect(words.split('\n')).toEqual([
    'Looking for the npm registry …',
    'It can’t be reached (ECONNREFUSED); npm may have kept all that is missing.',
    'Installing what is missing; this takes a minute or two …',
    expect.stringMatching(
      /^Atrium needs packages of the npm registry, which can’t be reached \(ECONNREFUSED\); connect /,
    ),
    '',
  ]);
}, 60_000);

test.runIf(isLong)(
  'a registry that does not answer is given up, and it says how long it has waited',
  async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    onTestFinished(() => silent.closeAllConnections());
    const { port } = silent.address() as { port: number };
    const words = await setUp(`http://127.0.0.1:${port}/`);
    expect(words).toMatch(/^Looking for the npm registry …\n {2}5 s …\n/);
    expect(words).toMatch(/which can’t be reached \(\w+\); connect /);
  },
  120_000,
);

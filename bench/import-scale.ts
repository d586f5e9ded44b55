import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fullNames } from '#server/operator/seed/names.ts';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';

/**
 * What `operator members import` takes for a tree of so many members, the last thousand of them in a chain, into an
 * empty database of its own; and the same file a second time. `node bench/import-scale.ts --members 10000` for less.
 */
const { values } = parseArgs({ options: { members: { type: 'string', default: '1000000' } } });
const members = Number(values.members);
const CHAIN = Math.min(1_000, Math.floor(members / 2));

const folder = await temporaryFolder('atrium-import');
try {
  const file = join(folder, 'members.csv');
  await writeTree(file);
  console.log(`${members} members, ${((await stat(file)).size / 1e6).toFixed(0)} MB`);
  console.table({ import: await run(file), again: await run(file) });
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function writeTree(file: string): Promise<void> {
  const out = createWriteStream(file);
  const random = seededRandom(11);
  const names = fullNames();
  const firstMs = Date.UTC(2020, 0, 1);
  const stepMs = (Date.UTC(2026, 0, 1) - firstMs) / members;
  out.write('username,email,name,inviter,registered_at,status\n');
  for (let n = 0; n < members; n += 1) {
    const above = n > members - CHAIN ? n - 1 : Math.floor(random() * n);
    const inviter = n === 0 ? '' : `member${above}`;
    const at = new Date(firstMs + n * stepMs).toISOString();
    const name = names[Math.floor(random() * names.length)]?.written ?? '';
    const line = `member${n},member${n}@import.example,${name},${inviter},${at},${n % 10 === 0 ? 'director' : ''}\n`;
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

async function run(file: string): Promise<Record<string, string | number>> {
  const began = performance.now();
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: join(folder, 'data') };
  const args = ['src/server/operator/main.ts', 'members', 'import', file, '--why', 'bench'];
  const child = spawn(process.execPath, args, { env, stdio: 'inherit' });
  let peakKb = 0;
  const watch = setInterval(() => void look(), 250);
  const look = async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peakKb = Math.max(peakKb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
  };
  const [code] = await once(child, 'exit');
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1000;
  return { code: Number(code), seconds: Number(seconds.toFixed(1)), 'peak memory, MB': Math.round(peakKb / 1024) };
}

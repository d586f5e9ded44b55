import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../tests/support/free-port.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { median } from './phone/figures.ts';
import { openMachine } from './quality/machine.ts';
import { writeFigures } from './quality/written.ts';

/** Duration of our commands. `npm test` needs an idle machine: `--only start,check,test`. */
const { values } = parseArgs({ options: { only: { type: 'string', default: 'start,check' } } });
const wanted = values.only.split(',');
const STARTS = 5;

const machine = await openMachine();
await machine.sample();
const figures: Record<string, number> = {};
const missing: Record<string, string> = {};
if (wanted.includes('start')) figures['start'] = await measureStart();
await machine.sample();
if (wanted.includes('check')) await measureRun('check', ['run', 'check'], 1);
if (wanted.includes('test')) await measureRun('test', ['test'], 60);
await machine.sample();
await machine.close();
console.table(figures);
await writeFigures('commands', {
  machine,
  figures,
  missing: { test: 'bench/commands.ts --only start,check,test', ...missing },
});

/** The first start creates the database, so it is not counted. */
async function measureStart(): Promise<number> {
  const folder = await temporaryFolder('atrium-start');
  const seconds: number[] = [];
  for (let start = 0; start <= STARTS; start += 1) seconds.push(await startOnce(folder));
  await rm(folder, { recursive: true, force: true });
  return median(seconds.slice(1)) ?? Number.NaN;
}

async function startOnce(folder: string): Promise<number> {
  const port = await freePort();
  const ports = { PORT: String(port), SIMULATOR_PORT: String(await freePort()) };
  const env = { ...process.env, ...ports, DATA_DIR: folder };
  const began = performance.now();
  const app = spawn('npm', ['start'], { env, stdio: ['ignore', 'ignore', 'inherit'], detached: true });
  for (;;) {
    if (app.exitCode !== null) throw new Error(`npm start ended with ${app.exitCode}`);
    const answer = await fetch(`http://localhost:${port}/ru/auth`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.status === 200) break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const seconds = (performance.now() - began) / 1000;
  // npm, its shell and the app are one process group.
  process.kill(-app.pid!, 'SIGTERM');
  await once(app, 'exit');
  return seconds;
}

async function measureRun(name: string, args: string[], secondsInUnit: number): Promise<void> {
  const began = performance.now();
  const command = spawn('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [exitCode] = await once(command, 'exit');
  if (exitCode === 0) figures[name] = (performance.now() - began) / 1000 / secondsInUnit;
  else missing[name] = `npm ${args.join(' ')} failed`;
}

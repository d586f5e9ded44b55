import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { server } from '../scripts/server.mjs';
import { freePort } from '../tests/support/free-port.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';

export type BenchApp = { origin: string; pid: number; startMs: number; dataDir: string; stop(): Promise<void> };

/**
 * Starts the app as `npm start` does, with its own data and port unless `env` sets them. `startMs` is the time from
 * spawning it to the first 200.
 */
export async function startApp(env: Record<string, string> = {}, args = server.args): Promise<BenchApp> {
  const { DATA_DIR: dataDir } = env;
  const folder = dataDir ?? (await temporaryFolder('atrium-bench'));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const began = performance.now();
  const app = spawn(process.execPath, args, {
    env: {
      ...server.env,
      DEMO: 'true',
      // All requests of a bench come from one address, so no limit by default.
      MAX_CONNECTIONS_PER_ADDRESS: '1000000',
      ...process.env,
      ...env,
      PORT: String(port),
      SIMULATOR_PORT: String(await freePort()),
      DATA_DIR: folder,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await firstAnswer(app, `${origin}/ru/auth`);
  const startMs = performance.now() - began;
  return {
    origin,
    pid: app.pid ?? 0,
    startMs,
    dataDir: folder,
    async stop() {
      app.kill('SIGTERM');
      await once(app, 'exit');
      if (!dataDir) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function firstAnswer(app: ChildProcess, url: string): Promise<void> {
  for (;;) {
    if (app.exitCode !== null) throw new Error(`the app ended with ${app.exitCode}`);
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const TICK_MS = 10;

/** User and system time of a process so far. */
export function cpuMs(pid: number): number {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

export function memoryMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

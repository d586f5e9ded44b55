import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { server } from '../../../scripts/server.mjs';
import { freePort } from '../free-port.ts';

export type WholeApp = {
  process: ChildProcess;
  port: number;
  simulatorPort: number;
  /** Everything printed so far. */
  said(): string;
  /** Resolves to true once it prints its address, to false if it ends before. */
  isUp: Promise<boolean>;
  ended: Promise<number | null>;
};

/** Runs the built server or another program in its own process, with the given environment. */
export async function startWholeApp(
  env: Record<string, string>,
  args = server.args,
  where: Pick<SpawnOptions, 'cwd' | 'uid' | 'gid'> = {},
): Promise<WholeApp> {
  const port = Number(env['PORT'] ?? (await freePort()));
  const simulatorPort = Number(env['SIMULATOR_PORT'] ?? (await freePort()));
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: {
      ...server.env,
      DEMO: 'true',
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      SIMULATOR_PORT: String(simulatorPort),
      EVENT_LOOP_LAG_MS: '3600000',
      MAX_IN_FLIGHT: '1000000',
      ...env,
    },
    ...where,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  let seen = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      words += text;
      seen();
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const printed = new Promise<boolean>((resolve) => {
    seen = () => words.includes('is running at') && resolve(true);
  });
  return {
    process: child,
    port,
    simulatorPort,
    said: () => words,
    isUp: Promise.race([printed, ended.then(() => false)]),
    ended,
  };
}

/** PIDs of the processes that a supervisor has started; empty once it has ended. Linux only. */
export async function copiesOf(app: WholeApp): Promise<number[]> {
  const { pid } = app.process;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return children.trim().split(' ').filter(Boolean).map(Number);
}

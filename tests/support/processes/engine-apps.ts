import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

export type App = { process: ChildProcess; databaseUrl?: string; refusal?: string };

/** Starts an app in its own process. Resolves once it has started or was refused. */
export async function startApp(dataDir: string): Promise<App> {
  const holder = fileURLToPath(new URL('engine-holder.ts', import.meta.url));
  const child = spawn(process.execPath, [holder, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { process: child, ...JSON.parse(String(line)) };
}

export async function endApp(app: App, signal: NodeJS.Signals): Promise<void> {
  const ended = once(app.process, 'exit');
  app.process.kill(signal);
  await ended;
}

export async function query(databaseUrl: string | undefined, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

export function serverPid(cluster: string): number {
  return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Command lines of PostgreSQL processes that use this folder. */
export function processesOn(folder: string): string[] {
  const all = execFileSync('ps', ['-ww', '-A', '-o', 'args='], { encoding: 'utf8' });
  return all.split('\n').filter((args) => args.includes(folder) && args.includes('postgres'));
}

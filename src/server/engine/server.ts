import { spawn } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { programIn } from './binaries.ts';
import { type Home, openSocketDir, removeSocketDir } from './home.ts';
import { findRunning, isAlive, isServerOf, type Postmaster, readPostmaster } from './postmaster.ts';
import { EngineRefusal, fullDisk } from './refusal.ts';

export type ServerOptions = { durable: boolean; socketDir?: string | undefined };

// Long enough for crash recovery.
const START_LIMIT_MS = 120_000;
const STOP_STEPS = [
  ['SIGINT', 7_000],
  ['SIGQUIT', 3_000],
  ['SIGKILL', 2_000],
] as const;

export async function raiseServer(home: Home, options: ServerOptions): Promise<Postmaster> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    const running = findRunning(home.cluster);
    if (running?.isReady) return running;
    const started = running ? undefined : await startServer(home, options, deadline);
    if (started) return started;
    await delay(20);
  }
  throw new EngineRefusal(`PostgreSQL took too long to start in ${home.cluster}; see postgres.log in ${home.dataDir}.`);
}

export async function stopServer(cluster: string, { pid, socketDir }: Postmaster): Promise<void> {
  const hasStopped = () => !isServerOf(pid, cluster);
  for (const [signal, limitMs] of STOP_STEPS) {
    if (!hasStopped()) signalTo(pid, signal);
    if (await becomesTrue(hasStopped, limitMs)) break;
  }
  // Our own child stays a zombie until the event loop reaps it.
  await becomesTrue(() => !isAlive(pid), 200);
  removeSocketDir(socketDir);
}

/** Smart shutdown (SIGTERM): the server ends only once all clients have disconnected. */
export async function dismissServer(cluster: string, { pid }: Postmaster): Promise<boolean> {
  if (isServerOf(pid, cluster)) signalTo(pid, 'SIGTERM');
  return becomesTrue(() => !isServerOf(pid, cluster), 5_000);
}

/** Undefined if another start was first, or old server processes are still ending. */
async function startServer(home: Home, options: ServerOptions, deadline: number): Promise<Postmaster | undefined> {
  const stalePostmaster = readPostmaster(home.cluster);
  const earlierDir = options.socketDir ?? stalePostmaster?.socketDir;
  const socketDir = openSocketDir(home.account, earlierDir);
  const log = openServerLog(home.dataDir);
  try {
    const child = spawn(
      programIn(home.binaries, 'postgres'),
      ['-D', home.cluster, '-k', socketDir, ...serverSettings(options)],
      // Own process group: Ctrl-C reaches only the app, which stops the server last.
      { ...home.account, cwd: '/', detached: true, stdio: ['ignore', log.fd, log.fd], env: serverEnv(stalePostmaster) },
    );
    child.unref();
    const hasEnded = new Promise<'ended'>((resolve) => {
      child.once('exit', () => resolve('ended')).once('error', () => resolve('ended'));
    });
    while (Date.now() < deadline) {
      const postmaster = readPostmaster(home.cluster);
      if (postmaster?.isReady && postmaster.pid === child.pid) return postmaster;
      if ((await Promise.race([hasEnded, delay(10)])) === 'ended') break;
    }
    if (socketDir !== earlierDir) removeSocketDir(socketDir);
    if (isContended(log)) return undefined;
    throw toRefusal(log, home);
  } finally {
    closeServerLog(log);
  }
}

/**
 * PostgreSQL refuses to start while a process has the pid of a stale postmaster.pid, unless it is the grandparent.
 * Deleting the file could break a running server.
 */
function serverEnv(stalePostmaster: Postmaster | undefined): NodeJS.ProcessEnv {
  return { LC_ALL: 'C', ...(stalePostmaster && { PG_GRANDPARENT_PID: `${stalePostmaster.pid}` }) };
}

function isContended(log: ServerLog): boolean {
  return /lock file "postmaster\.pid" already exists|is still in use/.test(lastWords(log));
}

function toRefusal(log: ServerLog, home: Home): EngineRefusal {
  const words = lastWords(log);
  if (/No space left|quota exceeded/i.test(words)) return fullDisk(home.cluster);
  return new EngineRefusal(`PostgreSQL did not start; its log ${log.path} ends with: ${words || '(nothing)'}`);
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function becomesTrue(condition: () => boolean, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (!condition()) {
    if (Date.now() > deadline) return false;
    await delay(10);
  }
  return true;
}

/** Sized for a small machine. The log never contains values of statements. */
function serverSettings({ durable }: { durable: boolean }): string[] {
  const settings = {
    listen_addresses: '',
    port: '5432',
    max_connections: durable ? '100' : '400',
    shared_buffers: '128MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

const LIMIT_BYTES = 5 * 1024 * 1024;

type ServerLog = { path: string; fd: number; startBytes: number };

function openServerLog(dataDir: string): ServerLog {
  const path = join(dataDir, 'postgres.log');
  const fd = openSync(path, 'a', 0o600);
  if (fstatSync(fd).size > LIMIT_BYTES) ftruncateSync(fd);
  return { path, fd, startBytes: fstatSync(fd).size };
}

function closeServerLog(log: ServerLog): void {
  closeSync(log.fd);
}

function lastWords(log: ServerLog): string {
  const lines = readFileSync(log.path).subarray(log.startBytes).toString('utf8').trim().split('\n');
  return lines.findLast((line) => /FATAL|PANIC|could not/.test(line)) ?? lines.at(-1) ?? '';
}

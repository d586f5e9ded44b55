import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { programIn } from '#server/engine/binaries.ts';
import { ensureCluster } from '#server/engine/cluster.ts';
import { findHome, type Home } from '#server/engine/home.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export type Server = {
  /** Names the database `atrium`. */
  databaseUrl: string;
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Kills all of its processes at once, as a power failure does. */
  kill(): Promise<void>;
  start(): Promise<void>;
};

/** Starts two PostgreSQL servers; the second is a streaming replica of the first. */
export async function openPair(): Promise<{ primary: Server; standby: Server; close(): Promise<void> }> {
  const homes = [await newHome(), await newHome()] as const;
  await ensureCluster(homes[0], { durable: false });
  const primary = serverOf(homes[0]);
  await primary.start();
  await onServer(primary, 'create database atrium', 'postgres');
  await copyCluster(primary, homes[0], homes[1]);
  const standby = serverOf(homes[1]);
  await standby.start();
  return {
    primary,
    standby,
    async close() {
      await Promise.all([primary.kill(), standby.kill()]);
      for (const { dataDir, cluster, socketDir } of homes)
        for (const folder of [cluster, dataDir, socketDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

type OwnHome = Home & { socketDir: string };

async function newHome(): Promise<OwnHome> {
  const home = findHome(await temporaryFolder('atrium-pair'));
  const socketDir = mkdtempSync(join(tmpdir(), 'atrium-'));
  if (home.account) chownSync(socketDir, home.account.uid, home.account.gid);
  return { ...home, socketDir };
}

/** Works like `pg_basebackup`, which npm's binaries lack. */
async function copyCluster(primary: Server, from: OwnHome, to: OwnHome): Promise<void> {
  const client = new pg.Client({ connectionString: primary.databaseUrl });
  await client.connect();
  await client.query(`select pg_backup_start('standby', true)`);
  if (from.account) execFileSync('cp', ['-a', from.cluster, to.cluster]);
  else cpSync(from.cluster, to.cluster, { recursive: true });
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await client.end();
  rmSync(join(to.cluster, 'postmaster.pid'));
  const conninfo = `host=${from.socketDir} user=atrium application_name=standby`;
  const files = { backup_label: rows[0]?.labelfile ?? '', 'standby.signal': '' };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(to.cluster, name), text);
    chmodSync(join(to.cluster, name), 0o600);
    if (to.account) chownSync(join(to.cluster, name), to.account.uid, to.account.gid);
  }
  appendFileSync(join(to.cluster, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
}

function serverOf({ cluster, socketDir, binaries, account }: OwnHome): Server {
  const settings = { listen_addresses: '', fsync: 'off', wal_keep_size: '256MB', wal_receiver_timeout: '2s' };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let running: ChildProcess | undefined;
  const server: Server = {
    databaseUrl: `postgresql://atrium@localhost:5432/atrium?host=${encodeURIComponent(socketDir)}&sslmode=disable`,
    query: (sql) => onServer(server, sql),
    async kill() {
      if (!running?.pid || running.exitCode !== null || running.signalCode !== null) return;
      const ended = once(running, 'exit');
      const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(running.pid)], { encoding: 'utf8' });
      for (const pid of [running.pid, ...children.trim().split(/\s+/).map(Number)]) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // The process has already ended.
        }
      }
      await ended;
    },
    async start() {
      if (running && running.exitCode === null && running.signalCode === null) return;
      const child = spawn(programIn(binaries, 'postgres'), ['-D', cluster, '-k', socketDir, ...args], {
        ...account,
        cwd: '/',
        stdio: 'ignore',
        env: { LC_ALL: 'C' },
      });
      running = child;
      while (child.exitCode === null) {
        if (await onServer(server, 'select 1', 'postgres').catch(() => undefined)) return;
        await delay(50);
      }
      throw new Error(`PostgreSQL in ${cluster} ended with ${child.exitCode}`);
    },
  };
  return server;
}

async function onServer({ databaseUrl }: Server, sql: string, database = 'atrium'): Promise<Record<string, unknown>[]> {
  const url = new URL(databaseUrl);
  url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { newClient } from '#server/db/new-client.ts';
import { isAlive } from './postmaster.ts';
import { EngineRefusal } from './refusal.ts';

export type AppLock = { lost: Promise<void> };

const LOCK = 'hashtext($1)';
const LOCK_NAME = 'atrium app';
const DEAD_HOLDER_LIMIT_MS = 5_000;

export async function holdAppLock(socketDir: string, folder: string): Promise<AppLock> {
  const client = newClient({
    host: socketDir,
    port: 5432,
    user: 'atrium',
    database: 'postgres',
    ssl: false,
    application_name: `atrium ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  });
  const lost = new Promise<void>((resolve) => {
    client.once('end', resolve);
  });
  await client.connect();
  try {
    await takeLock(client, folder);
    await ensureDatabase(client);
    return { lost };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function takeLock(client: pg.Client, folder: string): Promise<void> {
  const deadline = Date.now() + DEAD_HOLDER_LIMIT_MS;
  while (!(await tryLock(client))) {
    const holder = await findHolder(client);
    // The server notices the end of a killed app with a delay.
    if (holder && (isAlive(holder) || Date.now() > deadline)) throw inUse(holder, folder);
    await delay(20);
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(0, ${LOCK}) as taken`, [
    LOCK_NAME,
  ]);
  return rows[0]?.taken === true;
}

async function findHolder(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and classid = 0 and objid = (${LOCK}::bigint & 4294967295)::oid`,
    [LOCK_NAME],
  );
  return rows[0] && Number(rows[0].name.replace('atrium ', ''));
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_database where datname = 'atrium'");
  if (rowCount === 0) await client.query('create database atrium');
}

function inUse(holder: number, folder: string): EngineRefusal {
  return new EngineRefusal(
    `Another Atrium (process ${holder}) is already using the folder ${folder}; stop it or set DATA_DIR to another folder.`,
  );
}

import { setTimeout as delay } from 'node:timers/promises';
import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import type { Log } from '#server/base/log.ts';
import { isLockTimeout } from './failures.ts';
import { LOCK_TIMEOUT, type Migration, MIGRATION_LOCK, readMigrations } from './migrations.ts';
import { DatabaseRefusal, readMove, refusalOfMove } from './move-mark.ts';
import { newClient } from './new-client.ts';

const QUEUE_PAUSE_MS = 100;
/** Tries while a table is locked; the pause doubles each time, about 20 s in all. */
const TRIES = 8;
const FIRST_PAUSE_MS = 100;

export class OldDatabaseRefusal extends DatabaseRefusal {}

/** Keeps later versions’ migrations. Throws OldDatabaseRefusal, or DatabaseRefusal for a database marked by a move. */
export async function migrateDatabase(databaseUrl: string, log: Log = () => {}, folder?: string): Promise<void> {
  const client = newClient({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await waitForLock(client);
    const move = await readMove(client);
    if (move) throw new DatabaseRefusal(refusalOfMove(move));
    await applyMigrations(client, databaseUrl, readMigrations(folder), log);
  } finally {
    await client.end();
  }
}

/** Polls: a blocked `pg_advisory_lock` and the lock holder’s `CREATE INDEX CONCURRENTLY` would wait for each other. */
async function waitForLock(client: pg.Client): Promise<void> {
  while (!(await tryHoldStarts(client))) await delay(QUEUE_PAUSE_MS);
}

/** Blocks all app starts until the connection ends; false if another process holds the lock. */
export async function tryHoldStarts(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [
    MIGRATION_LOCK,
  ]);
  return rows[0]?.is_ours === true;
}

/** Requires the start lock. */
export async function applyMigrations(
  client: pg.Client,
  databaseUrl: string,
  migrations: readonly Migration[],
  log: Log = () => {},
): Promise<void> {
  const applied = await readApplied(client);
  const [first] = migrations;
  if (first && [...applied].some((madeAt) => madeAt < first.madeAt)) {
    throw new OldDatabaseRefusal(
      'This database was made before Atrium’s first release and can’t be brought up to date; use an empty one.',
    );
  }
  for (const migration of migrations) {
    if (!applied.has(migration.madeAt)) await retryOnLockTimeout(migration, log, () => apply(client, migration));
  }
  await runMigrations({ connectionString: databaseUrl, logger: new Logger(() => () => {}) });
}

async function readApplied(client: pg.Client): Promise<ReadonlySet<number>> {
  await client.query(`
    create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  const { rows } = await client.query('select created_at from drizzle.__drizzle_migrations');
  return new Set(rows.map((row) => Number(row.created_at)));
}

async function retryOnLockTimeout({ tag }: Migration, log: Log, work: () => Promise<void>): Promise<void> {
  for (let tried = 1, pauseMs = FIRST_PAUSE_MS; ; tried += 1, pauseMs *= 2) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error) || tried === TRIES) throw error;
      log('warn', 'migration', { tag, tried, error: 'A table is in use; it is tried again.' });
      await delay(pauseMs);
    }
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const { hash, madeAt, statements, isOutside } = migration;
  const recordApplied = () =>
    client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, madeAt]);
  if (isOutside) {
    // No lock timeout: `CONCURRENTLY` waits without blocking others.
    for (const statement of statements) await client.query(statement);
    await recordApplied();
    return;
  }
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    for (const statement of statements) await client.query(statement);
    await recordApplied();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

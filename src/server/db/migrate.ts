import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { DatabaseRefusal, readMove, refusalOfMove } from './move-mark.ts';

const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));
const JOURNAL = join('meta', '_journal.json');
const MIGRATION_LOCK = 4_167_001;

type Journal = { entries: { when: number; tag: string }[] };

/**
 * Brings the database up to date. Processes that start together queue here; the later ones find nothing to do. Throws
 * DatabaseRefusal where a move has left a database that nobody may use.
 */
export async function migrateDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const move = await readMove(client);
    if (move) throw new DatabaseRefusal(refusalOfMove(move));
    await applyMigrations(client, databaseUrl);
  } finally {
    await client.end();
  }
}

/** Keeps every app from starting on the database for as long as the connection lives; false when one starts just now. */
export async function tryHoldStarts(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [MIGRATION_LOCK]);
  return rows[0]?.held === true;
}

/** For whoever holds the starts; `through` is the last migration that is wanted. */
export async function applyMigrations(client: pg.Client, databaseUrl: string, through = Infinity): Promise<void> {
  const journal = await readJournal();
  const wanted = journal.entries.filter(({ when }) => when <= through);
  if (wanted.length === journal.entries.length)
    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER });
  else await migrateFromCopy(client, { ...journal, entries: wanted });
  await runMigrations({ connectionString: databaseUrl, logger: new Logger(() => () => {}) });
}

/** Every migration that this version knows, oldest first. */
export async function knownMigrations(): Promise<{ when: number; tag: string }[]> {
  const { entries } = await readJournal();
  return entries.map(({ when, tag }) => ({ when, tag }));
}

async function readJournal(): Promise<Journal> {
  return JSON.parse(await readFile(join(MIGRATIONS_FOLDER, JOURNAL), 'utf8')) as Journal;
}

async function migrateFromCopy(client: pg.Client, journal: Journal): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-migrations-'));
  try {
    await cp(MIGRATIONS_FOLDER, folder, { recursive: true });
    await writeFile(join(folder, JOURNAL), JSON.stringify(journal));
    await migrate(drizzle({ client }), { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

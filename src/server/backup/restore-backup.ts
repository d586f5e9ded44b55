import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { applyMigrations, migrateDatabase, tryHoldStarts } from '#server/db/migrate.ts';
import { readMigrations } from '#server/db/migrations.ts';
import type { Secrets } from '#server/base/secrets.ts';
import { checkBackupFile, type Notes, readArchive } from './backup-file.ts';
import { countRows, differences, listTables, readLevel, serverMajor } from './contents.ts';
import { readScript } from './copy-script.ts';
import { fillTables } from './copy-tables.ts';
import { refuseUsed } from './database-state.ts';
import { keyMarkOf, type OnShare, shareOf } from './make-backup.ts';
import { requireTool, restoreCustom } from './pg-tools.ts';
import { BackupRefusal, explainError } from './refusal.ts';
import { placeOf, refuseBusy, withSession } from './session.ts';

type Order = {
  databaseUrl: string;
  file: string;
  notes: Notes;
  pgRestore?: string;
  onShare?: OnShare;
};

export async function checkBackup(file: string, secrets: Secrets): Promise<Notes> {
  const notes = await checkBackupFile(file);
  const migrations = readMigrations();
  if (notes.level.when > (migrations.at(-1)?.madeAt ?? 0)) {
    throw new BackupRefusal(
      `${file} was made by a newer Atrium (migration ${notes.level.tag}; here ${migrations.at(-1)?.tag} is the last). Install that version or a later one, and restore with it.`,
    );
  }
  const { inUse, retired } = secrets.ledger;
  if (![...inUse, ...retired].some((key) => keyMarkOf(key) === notes.keyMark)) {
    throw new BackupRefusal(
      `${file} was made with another PIN_PEPPER (without one: SESSION_SECRET, or the file session-secret in DATA_DIR). With this one no PIN and no ledger entry would be right: add the one of then.`,
    );
  }
  return notes;
}

/** `leftOut`: tables that aren't Atrium's. */
type Restored = { place: string; leftOut: string[] };

/** All or nothing; a site that starts waits. Throws BackupRefusal. The caller verifies the ledger. */
export async function restoreBackup({
  databaseUrl,
  file,
  notes,
  pgRestore = 'pg_restore',
  onShare = () => {},
}: Order): Promise<Restored> {
  const { counts } = notes;
  const leftOut: string[] = [];
  const archive = () => readArchive(file, notes);
  try {
    const place = await withSession(databaseUrl, async (client) => {
      await holdAlone(client);
      const state = await refuseUsed(client, 'give --into-new NAME, or a DATABASE_URL (or DATA_DIR) that is empty');
      if (notes.format === 'script') {
        await prepareTables(client, databaseUrl, notes.level);
        const gunzip = createGunzip();
        const bytes = Readable.from(archive());
        bytes.once('error', (error) => gunzip.destroy(error));
        const script = readScript(bytes.pipe(gunzip));
        await fillTables(client, {
          ...script,
          counts,
          onTable: shareOf(counts, onShare),
          onStranger: (name) => leftOut.push(name),
        });
      } else {
        await restoreArchive(client, { databaseUrl, notes, state, pgRestore, archive: archive() });
      }
      return placeOf(client);
    });
    await migrateDatabase(databaseUrl);
    await withSession(databaseUrl, freeJobs);
    return { place, leftOut };
  } catch (error) {
    throw explainError(error);
  }
}

/** Refuses if an app uses the database, and blocks starts while the connection is open. */
export async function holdAlone(client: pg.Client): Promise<void> {
  if (!(await tryHoldStarts(client))) {
    throw new BackupRefusal(
      `Another command works on ${placeOf(client)}, or the site starts there; try again when it is done.`,
    );
  }
  await refuseBusy(client);
}

export async function prepareTables(client: pg.Client, databaseUrl: string, level: Notes['level']): Promise<void> {
  await applyMigrations(
    client,
    databaseUrl,
    readMigrations().filter(({ madeAt }) => madeAt <= level.when),
  );
  const currentLevel = await readLevel(client);
  if (currentLevel.when > level.when) {
    throw new BackupRefusal(
      `${placeOf(client)} has newer tables (migration ${currentLevel.tag}) than the backup (${level.tag}). Nothing was changed; give --into-new NAME or an empty database.`,
    );
  }
  if (currentLevel.jobs !== level.jobs) {
    throw new BackupRefusal(
      `The tables of jobs are of version ${level.jobs} in the backup and of version ${currentLevel.jobs} here. Restore with the Atrium that made it (migration ${level.tag}), then start this one.`,
    );
  }
}

type CustomOrder = Required<Pick<Order, 'databaseUrl' | 'notes' | 'pgRestore'>> & {
  state: 'empty' | 'unused';
  archive: AsyncIterable<Buffer>;
};

async function restoreArchive(
  client: pg.Client,
  { databaseUrl, notes, state, pgRestore, archive }: CustomOrder,
): Promise<void> {
  if (state === 'unused') {
    throw new BackupRefusal(
      `${placeOf(client)} has Atrium’s tables already, with nobody in them, and pg_restore makes its own. Nothing was changed; give --into-new NAME or an empty database.`,
    );
  }
  if ((await serverMajor(client)) < notes.server) {
    throw new BackupRefusal(
      `The backup was taken of PostgreSQL ${notes.server} and this server is older. Restore it on ${notes.server}, then “move”; or make backups with --format script, which any version takes.`,
    );
  }
  await restoreCustom(await requireTool('pg_restore', pgRestore, notes.server), databaseUrl, archive);
  const differing = differences(notes.counts, await countRows(client, await listTables(client)));
  if (differing.length > 0)
    throw new BackupRefusal(`Not all rows arrived: ${differing.join('; ')}. Use another backup.`);
  await client.query('analyze');
}

/** Otherwise jobs that ran at the time of the backup would stay locked for hours. */
async function freeJobs(client: pg.Client): Promise<void> {
  await client.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
      from graphile_worker.jobs where locked_by is not null having count(*) > 0`,
  );
}

const NAME = /^[a-z_][a-z0-9_]{0,62}$/;

export async function makeDatabase(databaseUrl: string, name: string): Promise<string> {
  if (!NAME.test(name)) {
    throw new BackupRefusal(`“${name}” can’t be a database’s name: up to 63 small Latin letters, digits and _.`);
  }
  try {
    const url = new URL(databaseUrl);
    await withSession(databaseUrl, async (client) => {
      const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
      if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)} template template0`);
    });
    url.pathname = `/${name}`;
    return url.href;
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw explainError(error);
    throw new BackupRefusal(
      `The role of DATABASE_URL may not make databases; have ${name} made for it, and set DATABASE_URL to that.`,
    );
  }
}

export async function dropDatabase(databaseUrl: string, name: string): Promise<void> {
  await withSession(databaseUrl, (client) => client.query(`drop database if exists ${pg.escapeIdentifier(name)}`));
}

import type pg from 'pg';
import { type Move, readMove, refusalOfMove } from '#server/db/move-mark.ts';
import { readMigrations } from '#server/db/migrations.ts';
import { listTables } from './contents.ts';
import { BackupRefusal } from './refusal.ts';
import { placeOf } from './session.ts';

/** `unused`: no data, or only the first tables, because a first start or a restore was killed. */
type DatabaseState =
  | { state: 'empty' | 'unused' }
  | { state: 'used'; members: number }
  | { state: 'foreign'; table: string }
  | { state: 'marked'; move: Move };

const MIGRATIONS = 'drizzle.__drizzle_migrations';
/** Rows in one of these are data that could be lost. */
const DATA_TABLES = ['members', 'sign_ups', 'ledger_transfers', 'operator_log', 'audit_log', 'plans'].map(
  (name) => `public.${name}`,
);

async function readState(client: pg.Client): Promise<DatabaseState> {
  const move = await readMove(client);
  if (move) return { state: 'marked', move };
  const tables = (await listTables(client)).map(({ name }) => name);
  if (tables.length === 0) return { state: 'empty' };
  const hasMembers = tables.includes('public.members') && tables.includes('public.ledger_transfers');
  const publicTables = tables.filter((name) => name.startsWith('public.'));
  if (!tables.includes(MIGRATIONS) || (publicTables.length > 0 && !hasMembers && !(await hasOurMigrations(client)))) {
    return { state: 'foreign', table: publicTables[0] ?? tables[0] ?? '' };
  }
  if (!hasMembers) return { state: 'unused' };
  const conditions = DATA_TABLES.filter((name) => tables.includes(name)).map((name) => `exists (select from ${name})`);
  const { rows } = await client.query<{ used: boolean; members: string }>(
    `select ${conditions.join(' or ')} as used, (select count(*) from public.members) as members`,
  );
  return rows[0]?.used ? { state: 'used', members: Number(rows[0].members) } : { state: 'unused' };
}

/** Other programs keep a table of migrations in the same place, so hashes are compared. */
async function hasOurMigrations(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ hash: string }>(`select hash from ${MIGRATIONS}`);
  const ourHashes = new Set(readMigrations().map(({ hash }) => hash));
  return rows.length > 0 && rows.every(({ hash }) => ourHashes.has(hash));
}

export async function refuseUsed(client: pg.Client, hint: string): Promise<'empty' | 'unused'> {
  const database = await readState(client);
  const place = placeOf(client);
  switch (database.state) {
    case 'used':
      throw new BackupRefusal(
        `${place} is not empty: it has ${database.members} members. Nothing was changed; ${hint}.`,
      );
    case 'foreign':
      throw new BackupRefusal(
        `${place} holds something else than Atrium (the table ${database.table}). Nothing was changed; ${hint}.`,
      );
    case 'marked':
      throw new BackupRefusal(`${refusalOfMove(database.move)} Nothing was changed; ${hint}.`);
    default:
      return database.state;
  }
}

export async function refuseUnused(client: pg.Client): Promise<void> {
  const database = await readState(client);
  if (database.state === 'used') return;
  if (database.state === 'marked') throw new BackupRefusal(refusalOfMove(database.move));
  const contents = database.state === 'foreign' ? `something else than Atrium (the table ${database.table})` : 'nobody';
  throw new BackupRefusal(`${placeOf(client)} holds ${contents}; is DATABASE_URL or DATA_DIR the right one?`);
}

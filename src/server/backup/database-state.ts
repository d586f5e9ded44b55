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
const TELLING = ['members', 'sign_ups', 'ledger_transfers', 'operator_log', 'audit_log', 'plans'].map(
  (name) => `public.${name}`,
);

async function readState(client: pg.Client): Promise<DatabaseState> {
  const move = await readMove(client);
  if (move) return { state: 'marked', move };
  const tables = (await listTables(client)).map(({ name }) => name);
  if (tables.length === 0) return { state: 'empty' };
  const hasMembers = tables.includes('public.members') && tables.includes('public.ledger_transfers');
  const others = tables.filter((name) => name.startsWith('public.'));
  if (!tables.includes(MIGRATIONS) || (others.length > 0 && !hasMembers && !(await isBegun(client)))) {
    return { state: 'foreign', table: others[0] ?? tables[0] ?? '' };
  }
  if (!hasMembers) return { state: 'unused' };
  const telling = TELLING.filter((name) => tables.includes(name)).map((name) => `exists (select from ${name})`);
  const { rows } = await client.query<{ used: boolean; members: string }>(
    `select ${telling.join(' or ')} as used, (select count(*) from public.members) as members`,
  );
  return rows[0]?.used ? { state: 'used', members: Number(rows[0].members) } : { state: 'unused' };
}

/** Other programs keep a table of migrations in the same place, so hashes are compared. */
async function isBegun(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ hash: string }>(`select hash from ${MIGRATIONS}`);
  const ours = new Set(readMigrations().map(({ hash }) => hash));
  return rows.length > 0 && rows.every(({ hash }) => ours.has(hash));
}

export async function refuseUsed(client: pg.Client, hint: string): Promise<'empty' | 'unused'> {
  const found = await readState(client);
  const place = placeOf(client);
  switch (found.state) {
    case 'used':
      throw new BackupRefusal(`${place} is not empty: it has ${found.members} members. Nothing was changed; ${hint}.`);
    case 'foreign':
      throw new BackupRefusal(
        `${place} holds something else than Atrium (the table ${found.table}). Nothing was changed; ${hint}.`,
      );
    case 'marked':
      throw new BackupRefusal(`${refusalOfMove(found.move)} Nothing was changed; ${hint}.`);
    default:
      return found.state;
  }
}

export async function refuseUnused(client: pg.Client): Promise<void> {
  const found = await readState(client);
  if (found.state === 'used') return;
  if (found.state === 'marked') throw new BackupRefusal(refusalOfMove(found.move));
  const what = found.state === 'foreign' ? `something else than Atrium (the table ${found.table})` : 'nobody';
  throw new BackupRefusal(`${placeOf(client)} holds ${what}; is DATABASE_URL or DATA_DIR the right one?`);
}

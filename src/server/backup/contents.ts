import type pg from 'pg';
import { readMigrations } from '#server/db/migrations.ts';

const SCHEMAS = ['public', 'drizzle', 'graphile_worker'];

/** Names are quoted for SQL. Generated columns are left out. */
export type Table = { name: string; columns: string[] };
export type Sequence = { name: string; value: string; isCalled: boolean };
export type Counts = Record<string, number>;
export type Level = { when: number; tag: string | null; jobs: number };

export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any($1)
      group by c.oid, n.nspname, c.relname order by n.nspname, c.relname`,
    [SCHEMAS],
  );
  return rows;
}

export async function countRows(client: pg.Client, tables: readonly Table[]): Promise<Counts> {
  if (tables.length === 0) return {};
  const counts = tables.map(({ name }, index) => `(select count(*) from ${name}) as "${index}"`);
  const { rows } = await client.query<Record<string, string>>(`select ${counts.join(', ')}`);
  return Object.fromEntries(tables.map(({ name }, index) => [name, Number(rows[0]?.[index])]));
}

export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as name,
        coalesce(last_value, start_value)::text as value, last_value is not null as "isCalled"
      from pg_sequences where schemaname = any($1) order by 1`,
    [SCHEMAS],
  );
  return rows;
}

export async function readLevel(client: pg.Client): Promise<Level> {
  const { rows } = await client.query<{ when: string; jobs: number }>(
    `select (select max(created_at) from drizzle.__drizzle_migrations) as when,
      (select max(id) from graphile_worker.migrations) as jobs`,
  );
  const when = Number(rows[0]?.when ?? 0);
  const migrations = readMigrations();
  return { when, tag: migrations.find(({ madeAt }) => madeAt === when)?.tag ?? null, jobs: rows[0]?.jobs ?? 0 };
}

export async function serverMajor(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ number: string }>("select current_setting('server_version_num') as number");
  return Math.floor(Number(rows[0]?.number) / 10_000);
}

export function differences(expected: Counts, actual: Counts): string[] {
  return [...new Set([...Object.keys(expected), ...Object.keys(actual)])]
    .filter((name) => expected[name] !== actual[name])
    .map((name) => `${name} has ${actual[name] ?? 'no table'} instead of ${expected[name] ?? 'no table'}`);
}

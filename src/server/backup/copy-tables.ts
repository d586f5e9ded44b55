import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type Counts, countRows, differences, listTables, type Sequence, type Table } from './contents.ts';
import { BackupRefusal } from './refusal.ts';

export type TableRows = { table: Table; rows: AsyncIterable<Buffer> };

export type OnTable = (name: string) => void;

export async function* copyOut(client: pg.Client, tables: readonly Table[]): AsyncGenerator<TableRows> {
  for (const table of tables) {
    const rows = client.query(copyTo(`copy ${columnsOf(table)} to stdout`));
    // The reader gets this error. Without a listener, a connection that ends later would end the process.
    rows.on('error', () => {});
    yield { table, rows };
  }
}

export function columnsOf({ name, columns }: Table): string {
  return `${name} (${columns.join(', ')})`;
}

type Filling = {
  tables: AsyncIterable<TableRows>;
  sequences(): Promise<readonly Sequence[]>;
  counts: Counts;
  onTable?: OnTable;
  /** Called for a table that isn't Atrium's; its rows are skipped. */
  onStranger: (name: string) => void;
};

/** One transaction. Triggers are off, because their results are among the rows. The tables' owner may do all of it. */
export async function fillTables(
  client: pg.Client,
  { tables, sequences, counts, onTable = () => {}, onStranger }: Filling,
  beforeCommit: () => Promise<void> = async () => {},
): Promise<void> {
  await client.query('begin');
  try {
    const existingTables = await listTables(client);
    const keys = await readForeignKeys(client, existingTables);
    const triggers = await readTriggers(client, existingTables);
    for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
    for (const { table, name } of triggers) await client.query(`alter table ${table} disable trigger ${name}`);
    await client.query(`truncate ${existingTables.map(({ name }) => name).join(', ')}`);
    const isOurs = (name: string) => existingTables.some((table) => table.name === name);
    for await (const { table, rows } of tables) {
      if (isOurs(table.name)) await pipeline(rows, client.query(copyFrom(`copy ${columnsOf(table)} from stdin`)));
      else await skipRows(table.name, rows, onStranger);
      onTable(table.name);
    }
    for (const { name, value, isCalled } of await sequences()) {
      await client.query('select setval(to_regclass($1), $2::bigint, $3)', [name, value, isCalled]);
    }
    for (const { table, name, mode } of triggers) await client.query(`alter table ${table} ${mode} trigger ${name}`);
    // Adding the keys again checks all rows.
    for (const { table, name, definition } of keys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
    const expected = Object.fromEntries(Object.entries(counts).filter(([name]) => isOurs(name)));
    const differing = differences(expected, await countRows(client, existingTables));
    if (differing.length > 0)
      throw new BackupRefusal(`Not all rows arrived: ${differing.join('; ')}. Nothing was changed.`);
    await beforeCommit();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
  await client.query('analyze');
}

async function skipRows(name: string, rows: AsyncIterable<Buffer>, onStranger: (name: string) => void): Promise<void> {
  onStranger(name);
  // The next table follows in the same stream.
  for await (const _ of rows);
}

type ForeignKey = { table: string; name: string; definition: string };

type Trigger = { table: string; name: string; mode: string };

async function readTriggers(client: pg.Client, tables: readonly Table[]): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(
    `select tgrelid::regclass::text as table, quote_ident(tgname) as name,
        case tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' else 'enable' end as mode
      from pg_trigger where not tgisinternal and tgenabled <> 'D' and tgrelid = any($1::regclass[]) order by 1, 2`,
    [tables.map(({ name }) => name)],
  );
  return rows;
}

async function readForeignKeys(client: pg.Client, tables: readonly Table[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and conparentid = 0 and conrelid = any($1::regclass[]) order by 1, 2`,
    [tables.map(({ name }) => name)],
  );
  return rows;
}

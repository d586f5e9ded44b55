import type pg from 'pg';

type Cell = string | number | Buffer | null;

/** Inserts many rows in one statement with one array parameter per column; ids are inserted as given. */
export async function insertRows(
  client: pg.Client,
  table: string,
  columns: Record<string, string>,
  rows: readonly Cell[][],
): Promise<void> {
  const names = Object.keys(columns);
  const params = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`);
  await client.query(
    `insert into ${table} (${names.join(', ')}) overriding system value select * from unnest(${params.join(', ')})`,
    names.map((_, index) => rows.map((row) => row[index])),
  );
}

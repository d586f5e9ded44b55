import type pg from 'pg';

/** `share` runs from 0 to 1 within each phase; a phase that cannot say tells only 0 and 1. */
export type TellProgress = (phase: string, share: number) => void;

/** Does the work on a table without its indexes, and makes them again: for bulk work that is much faster. */
export async function rebuildMeanwhile(
  client: pg.Client,
  table: string,
  tell: TellProgress,
  work: () => Promise<void>,
): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select relname as name, pg_get_indexdef(indexrelid) as definition from pg_index join pg_class on oid = indexrelid
     where indrelid = $1::regclass and not indisprimary`,
    [table],
  );
  for (const { name } of indexes) await client.query(`drop index "${name}"`);
  await work();
  await client.query(`set local maintenance_work_mem = '512MB'`);
  for (const [index, { definition }] of indexes.entries()) {
    tell(`${table}: indexes`, index / indexes.length);
    await client.query(definition);
  }
  tell(`${table}: indexes`, 1);
}

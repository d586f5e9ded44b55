/** `share` runs from 0 to 1 within each phase; a phase without steps reports only 0 and 1. */
export type OnProgress = (phase: string, share: number) => void;

type RunStatement = (statement: string) => Promise<{ rows: unknown[] }>;

export async function rebuildMeanwhile(
  run: RunStatement,
  table: string,
  onProgress: OnProgress,
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await run(
    `select relname as name, pg_get_indexdef(indexrelid) as definition from pg_index join pg_class on oid = indexrelid
     where indrelid = '${table}'::regclass and not indisprimary`,
  );
  const indexes = rows as { name: string; definition: string }[];
  for (const { name } of indexes) await run(`drop index "${name}"`);
  await work();
  await run(`set local maintenance_work_mem = '512MB'`);
  for (const [index, { definition }] of indexes.entries()) {
    onProgress(`${table}: indexes`, index / indexes.length);
    await run(definition);
  }
  onProgress(`${table}: indexes`, 1);
}

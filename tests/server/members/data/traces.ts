import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';

/** Columns with one of these words, as `table.column`, including the job queue. */
export async function columnsWith(db: Db, words: readonly string[]): Promise<string[]> {
  const { rows: columns } = await db.execute<{ schema: string; name: string; column: string }>(sql`
    select c.table_schema as schema, c.table_name as name, c.column_name as column
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema in ('public', 'graphile_worker')
      and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY')
    order by 1, 2, 3`);
  const found: string[] = [];
  for (const { schema, name, column } of columns) {
    const place = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
    const text = sql`${sql.identifier(column)}::text`;
    const isIn = words.map((word) => sql`strpos(lower(${text}), ${word.toLowerCase()}) > 0`);
    const { rows } = await db.execute(sql`select from ${place} where ${sql.join(isIn, sql` or `)} limit 1`);
    if (rows.length > 0) found.push(`${name}.${column}`);
  }
  return found;
}

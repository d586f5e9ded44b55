import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';

/** Every request changes these: counters, stored responses, last visits, the stored count of all members. */
const TRACES = new Set([
  ...['rate_limits', 'kept_answers', 'session_families', 'member_writes', 'spent_challenges', 'disclosure_figures'],
]);

/** A hash of each table: of a member's rows in tables with `member_id`, or of all rows. */
export async function fingerprint(db: Db, memberId?: number): Promise<Record<string, string>> {
  const { rows } = await db.execute<{ name: string; isOwned: boolean }>(sql`
    select t.table_name as name, bool_or(c.column_name = 'member_id') as "isOwned" from information_schema.tables t
    join information_schema.columns c using (table_schema, table_name)
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1 order by 1`);
  const tables = rows.filter(({ name, isOwned }) => !TRACES.has(name) && (isOwned || memberId === undefined));
  const selects = tables.map(({ name }) => {
    const whose = memberId === undefined ? sql`` : sql` where x.member_id = ${memberId}`;
    const all = sql`md5(coalesce(string_agg(x::text, '|' order by x::text), ''))`;
    return sql`select ${name}::text as name, ${all} as print from ${sql.identifier(name)} x${whose}`;
  });
  const prints = await db.execute<{ name: string; print: string }>(sql.join(selects, sql` union all `));
  return Object.fromEntries(prints.rows.map(({ name, print }) => [name, print]));
}

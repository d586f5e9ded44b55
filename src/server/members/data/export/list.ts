import { type SQL, sql } from 'drizzle-orm';
import { moneyText } from '#domain/money.ts';
import type { Db } from '#server/db/connect.ts';

type Kind = 'words' | 'money' | 'number' | 'answer' | 'time';
type Column = { sql: string; kind: Kind };
export type Value = string | number | boolean | null;
export type Row = Record<string, Value>;

export type List<Name extends string = string> = {
  name: Name;
  from: string | SQL;
  /** Part of `from` that is enough for counting. */
  counted?: string;
  isTheirs(memberId: number): SQL;
  /** Columns and SQL types of the cursor. Unique and growing, so that new rows come last. */
  key: readonly (readonly [column: string, type: string])[];
  columns: Record<string, Column>;
};

const column = (kind: Kind) => (expression: string) => ({ sql: expression, kind });
export const words = column('words');
export const money = column('money');
export const number = column('number');
export const answer = column('answer');
export const time = (expression: string): Column => ({
  sql: `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  kind: 'time',
});

/** Rows in memory at a time. Each batch is a short query, so a slow reader holds no connection. */
const BATCH = 500;

export async function* readList(db: Db, list: List, memberId: number, most = Infinity): AsyncGenerator<Row[], void> {
  let after: string[] | undefined;
  for (let remaining = most; remaining > 0;) {
    const limit = Math.min(BATCH, remaining);
    const { rows } = await db.execute<FoundRow>(selectOf(list, memberId, after, limit));
    if (rows.length > 0) yield rows.map((row) => present(list, row));
    if (rows.length < limit) return;
    remaining -= rows.length;
    after = rows.at(-1)?.['#'];
  }
}

/** `most` limits the count of each list. */
export async function countRows(db: Db, lists: readonly List[], memberId: number, most?: number): Promise<number> {
  const counts = lists.map(
    ({ from, counted = from, isTheirs }) => sql`(select count(*) from (
      select from ${asSql(counted)} where ${isTheirs(memberId)} limit ${most ?? null}
    ) as counted)`,
  );
  const { rows } = await db.execute<{ count: string }>(sql`select ${sql.join(counts, sql` + `)} as count`);
  return Number(rows[0]?.count ?? 0);
}

type FoundRow = Record<string, string | number | boolean | null> & { '#': string[] };

function selectOf(
  { from, isTheirs, key, columns }: List,
  memberId: number,
  after: string[] | undefined,
  limit: number,
) {
  const selected = Object.entries(columns).map(([name, { sql: expression }]) => `${expression} as "${name}"`);
  const names = sql.raw(key.map(([name]) => name).join(', '));
  const position = key.map(([, type], index) => sql`${after?.[index]}::${sql.raw(type)}`);
  const onwards = after && sql`and (${names}) > (${sql.join(position, sql`, `)})`;
  return sql`
    select ${sql.raw(selected.join(', '))}, array[${sql.raw(key.map(([name]) => `${name}::text`).join(', '))}] as "#"
    from ${asSql(from)} where ${isTheirs(memberId)} ${onwards} order by ${names} limit ${limit}`;
}

function asSql(tables: string | SQL): SQL {
  return typeof tables === 'string' ? sql.raw(tables) : tables;
}

function present({ columns }: List, row: FoundRow): Row {
  return Object.fromEntries(
    Object.entries(columns).map(([name, { kind }]) => [name, valueOf(kind, row[name] ?? null)]),
  );
}

function valueOf(kind: Kind, value: Value): Value {
  if (value === null) return null;
  if (kind === 'money') return moneyText(BigInt(value));
  return kind === 'number' ? Number(value) : value;
}

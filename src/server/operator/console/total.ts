import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { ListTotal } from '#contracts/console/fields.ts';
import { moneyText } from '#domain/money.ts';
import type { Db } from '#server/db/connect.ts';

/** Counting more would make a page of a large list slow. */
const MAX_COUNTED = 10_000;

/** All rows of a filter, and their sum if an amount is given. */
export async function totalOf(
  db: Db,
  from: PgTable | SQL,
  filter: SQL | undefined,
  amount: AnyPgColumn | SQL = sql`null::bigint`,
): Promise<ListTotal> {
  const { rows } = await db.execute<{ count: number; amount: string | null }>(sql`
    select count(*)::integer as count, sum(amount)::text as amount
    from (select ${amount} as amount from ${from} where ${filter ?? sql`true`} limit ${MAX_COUNTED + 1}) as counted`);
  const { count = 0, amount: micros = null } = rows[0] ?? {};
  const isMore = count > MAX_COUNTED;
  return {
    count: Math.min(count, MAX_COUNTED),
    is_more: isMore,
    amount: micros === null || isMore ? null : moneyText(BigInt(micros)),
  };
}

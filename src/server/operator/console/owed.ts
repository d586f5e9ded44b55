import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { listOwed } from '#contracts/console/reports.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { moneyText } from '#domain/money.ts';
import { type Refused, refuseField } from '#domain/refusals.ts';
import type { Services } from '#server/api/services.ts';
import { keysetOf, PAGE } from './keyset.ts';

const SORTS = { balance: { column: sql`balance`, type: 'bigint' } } as const;
const ID = { column: sql`id`, type: 'integer' } as const;

type Total = { count: number; sum: string };
type Found = { id: number; username: string; closed_at: string; balance: string; available: string; held: string };
/** Without accounts there is one row, of the total alone. */
type Row = Total & (Found | { id: null });

/** Reads closed accounts only, by their partial index. */
const OWED = sql`
  select closed.id, username, closed_at, sum(balance) as balance,
    coalesce(sum(balance) filter (where kind = 'available'), 0) as available,
    coalesce(sum(balance) filter (where kind = 'held'), 0) as held
  from (select id, username, closed_at from members where closed_at is not null) as closed
    join ledger_accounts on member_id = closed.id
  group by closed.id, username, closed_at having sum(balance) > 0`;

/** Closed accounts with a balance, largest first, and their number and sum in the same query. */
export async function list(
  { db }: Pick<Services, 'db'>,
  { cursor, limit = PAGE }: z.output<typeof listOwed.input>,
): Promise<OutputOf<typeof listOwed> | Refused> {
  const keyset = keysetOf(SORTS, '-balance', ID, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const order = sql.join([...keyset.order], sql`, `);
  const { rows: fetchedRows } = await db.execute<Row>(sql`
    with owed as materialized (${OWED})
    select page.id, username, to_char(closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as closed_at,
      page.balance::text, available::text, held::text, count, sum
    from (select count(*)::integer as count, coalesce(sum(balance), 0)::text as sum from owed) as total
      left join (
        select * from owed where ${keyset.behind ?? sql`true`} order by ${order} limit ${limit + 1}
      ) as page on true
    order by page.balance desc, page.id desc`);
  const [{ count, sum }] = fetchedRows as [Row];
  const found = fetchedRows.filter((row) => row.id !== null);
  const { rows, next } = keyset.page(found, limit, ({ id, balance }) => [balance, id]);
  return {
    items: rows.map(({ username, closed_at, available, held }) => ({
      ...{ username, closed_at, available: moneyText(BigInt(available)), held: moneyText(BigInt(held)) },
    })),
    ...{ next, total: { count, is_more: false, amount: moneyText(BigInt(sum)) } },
  };
}

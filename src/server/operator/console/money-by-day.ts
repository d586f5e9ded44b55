import { sql } from 'drizzle-orm';
import type { DayOfMoney } from '#contracts/console/reports.ts';
import { type Day, daysFrom } from '#domain/days.ts';
import { moneyText } from '#domain/money.ts';
import type { AccountKind } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';

const DAY_MS = 86_400_000;

/** Includes days without money. Reads only the platform's entries, by an index-only scan. */
export async function moneyByDay(
  { db }: Pick<Services, 'db'>,
  { from, to }: { from: Day; to: Day },
): Promise<DayOfMoney[]> {
  const { rows } = await db.execute<{ day: Day; kind: AccountKind; amount: string }>(sql`
    select e.day::text as day, a.kind, e.amount from ledger_accounts a cross join lateral (
      select day, sum(amount) as amount from ledger_entries
      where account_id = a.id and number is null and day between ${from} and ${to} group by day
    ) e where a.member_id is null`);
  const sums = new Map(rows.map(({ day, kind, amount }) => [`${day} ${kind}`, BigInt(amount)]));
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return daysFrom(from, count).map((day) => {
    const inflow = (kind: AccountKind) => moneyText(-(sums.get(`${day} ${kind}`) ?? 0n));
    const outflow = (kind: AccountKind) => moneyText(sums.get(`${day} ${kind}`) ?? 0n);
    return {
      ...{ day, in: inflow('deposits'), out: outflow('payouts') },
      ...{ accrued: inflow('earnings'), fees: outflow('fees'), sales: outflow('sales') },
    };
  });
}

import { sql } from 'drizzle-orm';
import { moneyText } from '#domain/money.ts';
import type { Db } from '#server/db/connect.ts';
import type { Report } from './report.ts';

const ACCOUNTS_AT_ONCE = 2_000;

type Row = { account_id: number; day: string; kind: string; stored: string | null; expected: string | null };

export async function checkDays(db: Db, report: Report, onProgress: (share: number) => void): Promise<void> {
  const { rows } = await db.execute<{ last: number | null }>(sql`select max(id) as last from ledger_accounts`);
  const last = rows[0]?.last ?? 0;
  for (let after = -(2 ** 31); ;) {
    const upTo = await nextStop(db, after);
    for (const row of await differences(db, after, upTo ?? 2 ** 31 - 1)) reportDay(row, report);
    if (upTo === undefined) return;
    after = upTo;
    onProgress(Math.min(1, after / Math.max(1, last)));
  }
}

async function nextStop(db: Db, after: number): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from ledger_accounts where kind = 'available' and id > ${after}
    order by id offset ${ACCOUNTS_AT_ONCE - 1} limit 1`);
  return rows[0]?.id;
}

async function differences(db: Db, after: number, upTo: number): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select account_id, day::text as day, kind, days.amount as stored, entered.amount as expected
    from (
      select account_id, day, kind, amount from ledger_days where account_id > ${after} and account_id <= ${upTo}
    ) as days
    full join (
      select e.account_id, e.day,
        case when e.kind in ('hold', 'release') then 'withdrawal' else e.kind end as kind, sum(e.amount) as amount
      from ledger_entries e join ledger_accounts a on a.id = e.account_id and a.kind = 'available'
      where e.account_id > ${after} and e.account_id <= ${upTo}
      group by 1, 2, 3
    ) as entered using (account_id, day, kind)
    where days.amount is distinct from entered.amount
    order by account_id, day, kind limit 100`);
  return rows;
}

function reportDay({ account_id, day, kind, stored, expected }: Row, report: Report): void {
  const amountText = (micros: string | null) => (micros === null ? 'nothing' : moneyText(BigInt(micros)));
  const subject = `The ${kind} of account ${account_id} on ${day}`;
  report.add(
    'day_wrong',
    `${subject} is added up to ${amountText(stored)}; the entries come to ${amountText(expected)}.`,
  );
}

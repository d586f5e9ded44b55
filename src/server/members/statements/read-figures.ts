import { sql } from 'drizzle-orm';
import { addDays } from '#domain/days.ts';
import type { Month, StatementFigures } from '#domain/statement.ts';
import type { Db } from '#server/db/connect.ts';
import { periodOf } from './months.ts';

type Row = Record<
  'balance' | 'later' | 'moved' | 'accruals' | 'corrections' | 'deposits' | 'refunds' | 'sales' | 'payouts' | 'fees',
  string
>;

/**
 * Of balance and held money by time of posting, so a hold and its return count nothing. Reads entries since the month
 * began; a payout that is sent later belongs to the later month.
 */
export async function readFigures(
  db: Db,
  memberId: number,
  { month, timeZone }: { month: Month; timeZone: string },
): Promise<StatementFigures> {
  const { firstDay, start, end } = periodOf(month, timeZone);
  // `day` only narrows the index: an earlier setting of the time zone may have given another one.
  const earliest = addDays(firstDay, -2);
  const accounts = sql`(select id from ledger_accounts where member_id = ${memberId})`;
  const moved = (kind: string) => sql`coalesce(sum(amount) filter (where at < ${end} and kind = ${kind}), 0)::text`;
  const { rows } = await db.execute<Row>(sql`
    select
      (select coalesce(sum(balance), 0)::text from ledger_accounts where member_id = ${memberId}) as balance,
      coalesce(sum(amount) filter (where at >= ${end}), 0)::text as later,
      coalesce(sum(amount) filter (where at < ${end}), 0)::text as moved,
      ${moved('accrual')} as accruals, ${moved('correction')} as corrections, ${moved('deposit')} as deposits,
      ${moved('refund')} as refunds, ${moved('sale')} as sales, ${moved('payout')} as payouts,
      (
        select coalesce(sum(f.amount), 0)::text
        from ledger_entries p join ledger_entries f on f.transfer_id = p.transfer_id
        join ledger_accounts a on a.id = f.account_id and a.kind = 'fees'
        where p.account_id in ${accounts} and p.kind = 'payout' and p.day >= ${earliest}
          and p.at >= ${start} and p.at < ${end}
      ) as fees
    from (
      select kind, amount, at from ledger_entries
      where account_id in ${accounts} and kind <> 'release' and day >= ${earliest} and at >= ${start}
    ) as e`);
  const micros = (name: keyof Row) => BigInt(rows[0]?.[name] ?? 0);
  const closing = micros('balance') - micros('later');
  return {
    opening: closing - micros('moved'),
    accruals: micros('accruals'),
    corrections: micros('corrections'),
    deposits: micros('deposits'),
    refunds: micros('refunds'),
    places: micros('sales'),
    withdrawals: micros('payouts') + micros('fees'),
    fees: -micros('fees'),
    closing,
  };
}

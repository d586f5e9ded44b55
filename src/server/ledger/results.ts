import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';

/**
 * Earned and paid (places, fees) per member: the one rule of the disclosure, plans and "my result".
 * `member` is a condition on `member_id`. A withdrawn purchase counts nothing. Members without money have no row.
 */
export function resultsOf(member: SQL): SQL {
  // The ledger balances: earned - paid = balance + withdrawn - received.
  return sql`(
    select member_id, sum(gain)::bigint as gain, sum(gain + paid)::bigint as earned, sum(paid)::bigint as paid,
      bool_or(withdrew) as withdrew
    from (
      select member_id, balance as gain, 0 as paid, false as withdrew from ledger_accounts
      where ${member} and balance <> 0
      union all
      select member_id, amount - fee, fee, amount > refund from withdrawals where ${member} and state = 'completed'
      union all
      select member_id, -received, case when state = 'active' and not exists (
          select from purchase_withdrawals w where w.transaction_id = transactions.id
        ) then price else 0 end, false
      from transactions where ${member} and received > 0
    ) as money
    group by member_id
  )`;
}

export async function readResult(db: Db, memberId: number): Promise<{ earnedMicros: bigint; paidMicros: bigint }> {
  const { rows } = await db.execute<{ earned: string; paid: string }>(
    sql`select r.earned, r.paid from ${resultsOf(sql`member_id = ${memberId}`)} as r`,
  );
  return { earnedMicros: BigInt(rows[0]?.earned ?? 0), paidMicros: BigInt(rows[0]?.paid ?? 0) };
}

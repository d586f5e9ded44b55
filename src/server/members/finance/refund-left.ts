import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { isReturned, WITHDRAWAL_STATES } from '#domain/withdrawal.ts';
import type { Db } from '#server/db/connect.ts';
import { lockAccounts } from '#server/ledger/index.ts';

const countedStates = WITHDRAWAL_STATES.filter((state) => !isReturned(state));

/** Refunds of withdrawn purchases that no withdrawal has taken yet. */
export function sumRefundLeft(memberId: SQLWrapper): SQL<string> {
  return sql`(
    (select coalesce(sum(amount), 0) from purchase_withdrawals where member_id = ${memberId})
    - (select coalesce(sum(refund), 0) from withdrawals
        where member_id = ${memberId} and state = any(${sql.param(countedStates)}::text[])))`;
}

/** Locks the money, so that no refund is taken twice. */
export async function lockRefund(tx: Db, memberId: number): Promise<bigint> {
  await lockAccounts(tx, [{ kind: 'available', memberId }]);
  const { rows } = await tx.execute<{ left: string }>(sql`select ${sumRefundLeft(sql`${memberId}`)} as left`);
  return BigInt(rows[0]?.left ?? 0);
}

import { moneyText } from '#domain/money.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import {
  findTransaction,
  lockTransaction,
  refundTransaction,
  settleTransaction,
  type TransactionRow,
} from '#server/members/transactions/index.ts';
import { type Action, checkedAmount } from './action.ts';

export const settleOne = decision('transactions settle', settleTransaction);
export const refundOne = decision('transactions refund', refundTransaction);

/** The amount at risk is what was paid and not returned. */
function decision(action: string, decide: typeof settleTransaction): Action {
  return {
    ability: 'transactions.decide',
    async check(tx, services, { id }) {
      const row = await lock(tx, id);
      return isRefused(row) ? row : checkedAmount(services, row.received - row.returned);
    },
    async run(tx, services, { id, actor }) {
      const row = await lock(tx, id);
      if (isRefused(row)) return row;
      const result = await decide(tx, services, row, actor);
      if (isRefused(result)) return result;
      return {
        action,
        subject: `transaction:${id}`,
        before: { state: row.state, returned: moneyText(row.returned) },
        after: { state: result.state, returned: moneyText(result.returned) },
      };
    },
  };
}

async function lock(tx: Db, id: string): Promise<TransactionRow | Refused> {
  const found = await findTransaction(tx, id);
  return found ? lockTransaction(tx, found) : refuse('not_found');
}

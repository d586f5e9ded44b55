import { moneyText } from '#domain/money.ts';
import { isRefused, refuse } from '#domain/refusals.ts';
import { approveWithdrawal, lockWithdrawal } from '#server/members/finance/index.ts';
import { type Action, checkedAmount } from './action.ts';

export const approveOne: Action = {
  ability: 'withdrawals.decide',
  async check(tx, services, { id }) {
    const row = await lockWithdrawal(tx, id);
    if (!row) return refuse('not_found');
    return row.state === 'requested' ? checkedAmount(services, row.amountMicros) : refuse('withdrawal_moved_on');
  },
  async run(tx, services, { id, actor }) {
    const row = await lockWithdrawal(tx, id);
    if (!row) return refuse('not_found');
    const result = await approveWithdrawal(tx, services, row, actor);
    if (isRefused(result)) return result;
    return {
      action: 'withdrawals approve',
      subject: `withdrawal:${id}`,
      before: { state: row.state },
      after: { state: result.state, amount: moneyText(row.amountMicros) },
    };
  },
};

import { moneyText } from '#domain/money.ts';
import { isRefused, refuse } from '#domain/refusals.ts';
import {
  approveWithdrawal,
  lockWithdrawal,
  returnWithdrawal,
  type WithdrawalRow,
} from '#server/members/finance/index.ts';
import { type Action, checkedAmount } from './action.ts';

export const approveOne: Action = {
  ability: 'withdrawals.decide',
  async check(tx, services, { id }) {
    const row = await lockWithdrawal(tx, id);
    if (!row) return refuse('not_found');
    return row.state === 'requested' ? checkedAmount(services, row.amountMicros) : movedOn(row);
  },
  async run(tx, services, { id, actor }) {
    const row = await lockWithdrawal(tx, id);
    if (!row) return refuse('not_found');
    const result = await approveWithdrawal(tx, services, row, actor);
    if (isRefused(result)) return result.refused === 'withdrawal_moved_on' ? movedOn(row) : result;
    return {
      action: 'withdrawals approve',
      subject: `withdrawal:${id}`,
      before: { state: row.state },
      after: { state: result.state, amount: moneyText(row.amountMicros) },
    };
  },
};

/** The money returns to its owner, so no second person is needed. */
export const rejectOne: Action = {
  ability: 'withdrawals.decide',
  async check(tx, _, { id }) {
    const row = await lockWithdrawal(tx, id);
    return row ? { needsSecond: false, amountMicros: row.amountMicros } : refuse('not_found');
  },
  async run(tx, services, { id, actor, input }) {
    const row = await lockWithdrawal(tx, id);
    if (!row) return refuse('not_found');
    const said = String(input['said']);
    const result = await returnWithdrawal(tx, services, row, actor, { state: 'rejected', reason: said });
    if (isRefused(result)) return movedOn(row);
    return {
      action: 'withdrawals reject',
      subject: `withdrawal:${id}`,
      before: { state: row.state },
      after: { state: result.state, said },
    };
  },
};

/** Work on many tells what each one is now. */
function movedOn({ state }: WithdrawalRow) {
  return refuse('withdrawal_moved_on', { about: state });
}

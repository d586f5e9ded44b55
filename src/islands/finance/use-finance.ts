import { useEffect, useRef, useState } from 'react';
import { call } from '#client/call.ts';
import { getBalance, getWithdrawal, listWithdrawals, type Withdrawal } from '#contracts/finance.ts';
import { isOpen, shownOf } from '#domain/withdrawal.ts';
import { $balance, type Balance } from '#stores/balance.ts';
import { useChanges } from '#islands/shared/use-changes.ts';
import { useShared } from '#islands/shared/use-shared.ts';
import { PENDING } from './view.ts';

const UNASKED = { isUnasked: true };

export type Money = { balance: Balance; withdrawals: readonly Withdrawal[] };

type Callbacks = {
  refreshHistory: () => Promise<void>;
  /** Called before a withdrawal may leave the list. */
  keepFocus: () => void;
  onMoved: (moved: Withdrawal[]) => void;
};

export function useFinance(start: Money, { refreshHistory, keepFocus, onMoved }: Callbacks) {
  const balance = useShared($balance) ?? start.balance;
  const [withdrawals, setWithdrawals] = useState(start.withdrawals);
  const latest = useRef(withdrawals);
  useEffect(() => {
    latest.current = withdrawals;
  });
  /** Resolves with withdrawals that moved elsewhere. */
  const refresh = async (isOwn: boolean): Promise<Withdrawal[]> => {
    const [money, open] = await Promise.all([
      call(getBalance, {}, UNASKED),
      call(listWithdrawals, PENDING, UNASKED),
      refreshHistory(),
    ]);
    if (money?.success) $balance.set(money.data);
    if (!open?.success) return [];
    const moved = isOwn ? [] : await readMoved(latest.current, open.data.items);
    keepFocus();
    setWithdrawals(open.data.items);
    return moved;
  };
  // Accruals change the balance and come with a notice; places change it with their transaction.
  useChanges(['withdrawals', 'transactions', 'notices'], async ({ isOwn }) => {
    const moved = await refresh(isOwn);
    if (moved.length > 0) onMoved(moved);
  });
  return { balance, withdrawals };
}

/** Withdrawals that were open and are no longer listed are read one by one. */
async function readMoved(before: readonly Withdrawal[], listed: readonly Withdrawal[]): Promise<Withdrawal[]> {
  const current = await Promise.all(
    before.map(async ({ id, state }) => {
      const stillListed = listed.find((withdrawal) => withdrawal.id === id);
      if (stillListed || !isOpen(state)) return stillListed;
      const ended = await call(getWithdrawal, { id }, UNASKED);
      return ended?.success ? ended.data : undefined;
    }),
  );
  return current
    .filter((withdrawal) => withdrawal !== undefined)
    .filter((withdrawal) => !before.some((old) => shownOf([old]) === shownOf([withdrawal])));
}

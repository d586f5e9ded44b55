import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { call } from '#client/call.ts';
import { type Asked, poll } from '#client/poll.ts';
import type { InputOf } from '#contracts/contract.ts';
import { getBalance, getWithdrawal, listHistory, listWithdrawals, type Withdrawal } from '#contracts/finance.ts';
import type { HistoryQuery } from '#domain/history-query.ts';
import { shownOf } from '#domain/shown-withdrawals.ts';
import { $balance, type Balance } from '#stores/balance.ts';
import type { HistoryPage } from './history-table.tsx';

const UNASKED = { isUnasked: true };

export type Finance = { balance: Balance; withdrawals: readonly Withdrawal[]; history: HistoryPage };

/** What the page has read, kept true while somebody looks at it. `onChanged` is told which withdrawals have moved on. */
export function useFinance(start: Finance, used: HistoryQuery, onChanged: (changed: Withdrawal[]) => void) {
  const balance = useStore($balance, { ssr: 'initial' }) ?? start.balance;
  const [{ withdrawals, history }, setLists] = useState<Omit<Finance, 'balance'>>(start);
  /** Asks for all that a withdrawal changes; whatever does not come stays as it was. */
  const refresh = async () => {
    const [money, open, rows] = await Promise.all([
      call(getBalance, {}, UNASKED),
      call(listWithdrawals, { open: 'yes' }, UNASKED),
      call(listHistory, used as InputOf<typeof listHistory>, UNASKED),
    ]);
    if (money?.success) $balance.set(money.data);
    setLists((before) => ({
      withdrawals: open?.success ? open.data.items : before.withdrawals,
      history: rows?.success ? rows.data : before.history,
    }));
  };

  const latest = useRef({ withdrawals, onChanged, refresh });
  useEffect(() => {
    latest.current = { withdrawals, onChanged, refresh };
  });

  const isFollowing = withdrawals.length > 0;
  useEffect(() => {
    if (!isFollowing) return undefined;
    let isOver = false;
    const ask = async (): Promise<Asked> => {
      if (isOver) return 'over';
      const open = await call(listWithdrawals, { open: 'yes' }, UNASKED);
      if (isOver) return 'over';
      if (!open?.success) return open && open.error.status < 500 ? 'over' : 'broken';
      const { withdrawals: shown, onChanged: tell, refresh: askAgain } = latest.current;
      if (shownOf(open.data.items) === shownOf(shown)) return 'answered';
      const changed = await readChanged(shown, open.data.items);
      await askAgain();
      tell(changed);
      return 'answered';
    };
    void poll(ask);
    return () => {
      isOver = true;
    };
  }, [isFollowing]);

  return { balance, withdrawals, history, refresh };
}

/** What has ended is no longer among the open ones, and is asked for. */
async function readChanged(before: readonly Withdrawal[], open: readonly Withdrawal[]): Promise<Withdrawal[]> {
  const now = await Promise.all(
    before.map(async ({ id }) => {
      const still = open.find((one) => one.id === id);
      if (still) return still;
      const ended = await call(getWithdrawal, { id }, UNASKED);
      return ended?.success ? ended.data : undefined;
    }),
  );
  return now
    .filter((one) => one !== undefined)
    .filter((one) => !before.some((old) => shownOf([old]) === shownOf([one])));
}

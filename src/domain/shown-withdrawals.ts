import type { WithdrawalState } from './withdrawal.ts';

/** What a page shows of withdrawals; when it differs, the page is out of date. */
export function shownOf(withdrawals: readonly { id: string; state: WithdrawalState }[]): string {
  return withdrawals.map(({ id, state }) => `${id} ${state}`).join();
}

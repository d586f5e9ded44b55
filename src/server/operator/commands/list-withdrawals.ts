import { moneyText } from '#domain/money.ts';
import { WITHDRAWAL_STATES } from '#domain/withdrawal.ts';
import { formatDate, formatTime } from '#i18n/format.ts';
import { listAllWithdrawals, type WithdrawalOfMember } from '#server/finance/index.ts';
import type { Command } from '../command.ts';
import { limitOf } from '../limit-of.ts';

export const listWithdrawals: Command = {
  kind: 'looks',
  name: 'withdrawals list',
  usage: 'withdrawals list [--state STATE] [--after CURSOR] [--limit 1–200]',
  about: `Withdrawals of all members, oldest first; states: ${WITHDRAWAL_STATES.join(', ')}`,
  async run(house, { options }) {
    const state = WITHDRAWAL_STATES.find((known) => known === options['state']);
    if (options['state'] && !state) {
      return { refused: `There is no state “${options['state']}”. Choose one of: ${WITHDRAWAL_STATES.join(', ')}.` };
    }
    const limit = limitOf(options);
    const page = await listAllWithdrawals(house, { state, after: options['after'], limit });
    if (!page) return { refused: `“${options['after']}” is not a cursor that this list gave.` };
    const lines = page.rows.map((row) => line(row, house.config.timeZone));
    const more = page.next ? [`More: --after ${page.next}`] : [];
    return {
      words: [...(lines.length > 0 ? lines : ['No such withdrawals.']), ...more].join('\n'),
      data: { items: page.rows.map(present), next: page.next },
    };
  },
};

function line(row: WithdrawalOfMember, timeZone: string): string {
  const { id, username, amount, state, network, destination, requestedAt } = row;
  return [
    id,
    username.padEnd(32),
    moneyText(amount).padStart(14),
    state.padEnd(10),
    `${formatDate(requestedAt, timeZone)} ${formatTime(requestedAt, timeZone)}`,
    `${network} ${destination}`,
  ].join(' ');
}

function present(row: WithdrawalOfMember) {
  return {
    id: row.id,
    username: row.username,
    amount: moneyText(row.amount),
    fee: moneyText(row.fee),
    network: row.network,
    destination: row.destination,
    state: row.state,
    requested_at: row.requestedAt.toISOString(),
    reason: row.reason,
    chain_id: row.chainId,
  };
}

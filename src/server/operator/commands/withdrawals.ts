import type { ConsoleWithdrawal } from '#contracts/console/withdrawals.ts';
import { moneyText } from '#domain/money.ts';
import { isRefused } from '#domain/refusals.ts';
import { WITHDRAWAL_STATES } from '#domain/withdrawal.ts';
import { whenOf } from '#i18n/reader.ts';
import type { Db } from '#server/db/connect.ts';
import {
  approveWithdrawal,
  lockWithdrawal,
  returnWithdrawal,
  type WithdrawalRow,
} from '#server/members/finance/index.ts';
import type { Command, Orders, Outcome } from '#server/operator/cli/command.ts';
import { readPage, pageOutcome, readStateFilter } from '#server/operator/cli/list.ts';
import * as lists from '#server/operator/console/index.ts';

export const listWithdrawals: Command = {
  kind: 'reads',
  name: 'withdrawals list',
  usage: 'withdrawals list [--state STATE] [--after CURSOR] [--limit 1–200]',
  about: `Withdrawals of all members, newest first, with --state requested oldest first; states: ${WITHDRAWAL_STATES.join(', ')}`,
  async run(services, { options }) {
    const filter = readStateFilter(options, WITHDRAWAL_STATES);
    if ('refused' in filter) return filter;
    const place = readPage(options);
    if ('refused' in place) return place;
    const page = await lists.listWithdrawals(services, { ...filter, ...place });
    return pageOutcome(page, options, {
      line: (row) => line(row, services.config.timeZone),
      none: 'No such withdrawals.',
    });
  },
};

function line(row: ConsoleWithdrawal, timeZone: string): string {
  const { id, username, amount, state, network, destination, requested_at: at, risks } = row;
  return [
    id,
    username.padEnd(32),
    amount.padStart(14),
    state.padEnd(10),
    whenOf(at, { timeZone }),
    `${network} ${destination}${risks.includes('owner_stopped') ? ' (paused by its owner)' : ''}`,
  ].join(' ');
}

export const approve: Command = {
  kind: 'changes',
  name: 'withdrawals approve',
  usage: 'withdrawals approve ID --why TEXT',
  about: 'Approves a requested withdrawal, which is then sent',
  run: (services, orders, tx) =>
    decide(tx, orders, 'approved', (row) => approveWithdrawal(tx, services, row, `operator:${orders.operator}`)),
};

export const reject: Command = {
  kind: 'changes',
  name: 'withdrawals reject',
  usage: 'withdrawals reject ID [--said TEXT] --why TEXT',
  about:
    'Declines a withdrawal that has not been sent yet and refunds it. The member reads what you write as --said, or else your reason',
  async run(services, orders, tx) {
    const reason = (orders.options['said'] ?? orders.why).trim();
    if (reason.length > LONGEST_REASON)
      return { refused: `The member reads it: at most ${LONGEST_REASON} characters.` };
    return decide(tx, orders, 'rejected', (row) =>
      returnWithdrawal(tx, services, row, `operator:${orders.operator}`, { state: 'rejected', reason }),
    );
  },
};

const LONGEST_REASON = 500;

type Decision = (row: WithdrawalRow) => ReturnType<typeof approveWithdrawal>;

async function decide(tx: Db, { words: [id = ''] }: Orders, state: string, decision: Decision): Promise<Outcome> {
  const row = await lockWithdrawal(tx, id.toLowerCase());
  if (!row) return { refused: `There is no withdrawal “${id}”.` };
  const result = await decision(row);
  if (isRefused(result) && result.refused === 'owner_stopped')
    return {
      refused: `Its owner has paused withdrawals, so ${row.id} can’t be approved. See “members resume-withdrawals”.`,
    };
  if (isRefused(result)) return { refused: `The withdrawal ${row.id} is ${row.state} and can’t be ${state} any more.` };
  return {
    words: `The withdrawal ${row.id} of ${moneyText(row.amountMicros)} was ${row.state} and is now ${result.state}.`,
    data: { id: row.id, before: row.state, state: result.state, amount: moneyText(row.amountMicros) },
    ...{ subject: `withdrawal:${row.id}`, before: { state: row.state }, after: { state: result.state } },
  };
}

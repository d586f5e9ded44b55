import type { ConsoleTransaction } from '#contracts/console/transactions.ts';
import { CURRENCY, microsOf, moneyText } from '#domain/money.ts';
import { isRefused } from '#domain/refusals.ts';
import { TRANSACTION_STATES } from '#domain/transaction.ts';
import { whenOf } from '#i18n/reader.ts';
import type { Db } from '#server/db/connect.ts';
import {
  findTransaction,
  lockTransaction,
  refundTransaction,
  settleTransaction,
  type TransactionRow,
} from '#server/members/transactions/index.ts';
import type { Command, Orders, Outcome } from '#server/operator/cli/command.ts';
import { readPage, pageOutcome, readStateFilter } from '#server/operator/cli/list.ts';
import * as lists from '#server/operator/console/index.ts';

export const listTransactions: Command = {
  kind: 'reads',
  name: 'transactions list',
  usage: 'transactions list [--state STATE] [--after CURSOR] [--limit 1–200]',
  about: `Transactions of all members, oldest first; states: ${TRANSACTION_STATES.join(', ')}`,
  async run(services, { options }) {
    const filter = readStateFilter(options, TRANSACTION_STATES);
    if ('refused' in filter) return filter;
    const place = readPage(options);
    if ('refused' in place) return place;
    const page = await lists.listTransactions(services, { ...filter, ...place, sort: 'created_at' });
    return pageOutcome(page, options, {
      line: (row) => line(row, services.config.timeZone),
      none: 'No such transactions.',
    });
  },
};

function line(row: ConsoleTransaction, timeZone: string): string {
  const { id, username, plan, state, price, paid, created_at: at } = row;
  return [
    id,
    username.padEnd(32),
    plan.padEnd(16),
    state.padEnd(16),
    `${paid} of ${price}`.padStart(24),
    whenOf(at, { timeZone }),
    remarksOn(row).join(', '),
  ]
    .join(' ')
    .trimEnd();
}

function remarksOn({ marks, returned }: ConsoleTransaction): string[] {
  return [
    ...(marks.includes('other_currency') ? ['paid in another currency'] : []),
    ...(marks.includes('withdrawn') ? ['withdrawn, price refunded'] : []),
    ...(microsOf(returned) > 0n ? [`${returned} refunded`] : []),
  ];
}

export const settle: Command = {
  kind: 'changes',
  name: 'transactions settle',
  usage: 'transactions settle ID --why TEXT',
  about: 'Opens the place of a transaction that was paid in full, but late',
  run: (services, orders, tx) =>
    decide(tx, orders, whyNotSettled, (row) => settleTransaction(tx, services, row, `operator:${orders.operator}`)),
};

export const refund: Command = {
  kind: 'changes',
  name: 'transactions refund',
  usage: 'transactions refund ID --why TEXT',
  about: 'Cancels an unfinished transaction and credits what was paid to the member’s balance',
  run: (services, orders, tx) =>
    decide(tx, orders, whyNotRefunded, (row) => refundTransaction(tx, services, row, `operator:${orders.operator}`)),
};

type Decision = (row: TransactionRow) => ReturnType<typeof settleTransaction>;

async function decide(
  tx: Db,
  { words: [id = ''] }: Orders,
  why: (row: TransactionRow) => string,
  decision: Decision,
): Promise<Outcome> {
  const transaction = await findTransaction(tx, id.toLowerCase());
  if (!transaction) return { refused: `There is no transaction “${id}”.` };
  const row = await lockTransaction(tx, transaction);
  const result = await decision(row);
  if (isRefused(result)) return { refused: `The transaction ${row.id} ${why(row)}` };
  const { planId: plan, state, price, received, returned } = result;
  const refunded = returned - row.returned;
  const refundText = refunded > 0n ? `; ${moneyText(refunded)} ${CURRENCY} went to the balance` : '';
  return {
    words: `The transaction ${row.id} for ${plan} was ${row.state} and is now ${state}${refundText}.`,
    data: {
      ...{ id: row.id, plan, before: row.state, state },
      ...{ price: moneyText(price), paid: moneyText(received), returned: moneyText(returned) },
    },
    subject: `transaction:${row.id}`,
    before: { state: row.state, returned: moneyText(row.returned) },
    after: { state, returned: moneyText(returned) },
  };
}

function whyNotSettled({ state, price, received }: TransactionRow): string {
  if (state === 'active') return 'is already active.';
  if (state === 'cancelled') return 'is canceled. What was paid is on the member’s balance.';
  return `is ${state}: ${moneyText(received)} of ${moneyText(price)} ${CURRENCY} is paid, which is not enough for the place.`;
}

function whyNotRefunded({ state }: TransactionRow): string {
  if (state === 'confirming') return 'is confirming. Wait until the payment is confirmed.';
  return state === 'active' ? 'is active, and its place stays.' : `is ${state} already.`;
}

import { moneyText } from '#domain/money.ts';
import { TRANSACTION_STATES } from '#domain/transaction.ts';
import { formatDate, formatTime } from '#i18n/format.ts';
import { listAllTransactions, type TransactionOfMember } from '#server/transactions/index.ts';
import type { Command } from '../command.ts';
import { limitOf } from '../limit-of.ts';

export const listTransactions: Command = {
  kind: 'looks',
  name: 'transactions list',
  usage: 'transactions list [--state STATE] [--after CURSOR] [--limit 1–200]',
  about: `Requests for places of all members, oldest first; states: ${TRANSACTION_STATES.join(', ')}`,
  async run(house, { options }) {
    const state = TRANSACTION_STATES.find((known) => known === options['state']);
    if (options['state'] && !state) {
      return { refused: `There is no state “${options['state']}”. Choose one of: ${TRANSACTION_STATES.join(', ')}.` };
    }
    const limit = limitOf(options);
    const page = await listAllTransactions(house, { state, after: options['after'], limit });
    if (!page) return { refused: `“${options['after']}” is not a cursor that this list gave.` };
    const lines = page.rows.map((row) => line(row, house.config.timeZone));
    const more = page.next ? [`More: --after ${page.next}`] : [];
    return {
      words: [...(lines.length > 0 ? lines : ['No such transactions.']), ...more].join('\n'),
      data: { items: page.rows.map(present), next: page.next },
    };
  },
};

function line(row: TransactionOfMember, timeZone: string): string {
  const { id, username, planId, state, price, received, createdAt } = row;
  return [
    id,
    username.padEnd(32),
    planId.padEnd(16),
    state.padEnd(16),
    `${moneyText(received)} of ${moneyText(price)}`.padStart(24),
    `${formatDate(createdAt, timeZone)} ${formatTime(createdAt, timeZone)}`,
    flagsOf(row).join(', '),
  ]
    .join(' ')
    .trimEnd();
}

function present(row: TransactionOfMember) {
  return {
    id: row.id,
    username: row.username,
    plan: row.planId,
    state: row.state,
    price: moneyText(row.price),
    received: moneyText(row.received),
    pending: moneyText(row.pending),
    returned: moneyText(row.returned),
    created_at: row.createdAt.toISOString(),
    paid_at: row.paidAt?.toISOString() ?? null,
    flags: flagsOf(row),
  };
}

/** What somebody may want to look at. */
function flagsOf({ hasOtherCurrency, returned }: TransactionOfMember): string[] {
  return [
    ...(hasOtherCurrency ? ['paid in another currency'] : []),
    ...(returned > 0n ? [`${moneyText(returned)} given back`] : []),
  ];
}

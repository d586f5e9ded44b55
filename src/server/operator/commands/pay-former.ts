import { normaliseUsername } from '#domain/identity.ts';
import { microsOf, moneyText } from '#domain/money.ts';
import { isRefused, type Refused } from '#domain/refusals.ts';
import type { Command } from '#server/operator/cli/command.ts';
import { listOutcome, LONGEST_LIST } from '#server/operator/cli/list.ts';
import * as lists from '#server/operator/console/index.ts';
import { payOutFormer } from '#server/operator/members/index.ts';

export const listOwed: Command = {
  kind: 'reads',
  name: 'members owed',
  usage: 'members owed',
  about: 'Closed accounts with a balance, largest first. Pay it out: it belongs to their former owners',
  async run({ db }) {
    const page = await lists.listOwed({ db }, { limit: LONGEST_LIST });
    const items = isRefused(page) ? [] : page.items;
    const owed = items.map(({ username, available, held }) => {
      return { username, amount: moneyText(microsOf(available) + microsOf(held)) };
    });
    return listOutcome(owed, {
      line: ({ username, amount }) => `${username.padEnd(32)} ${amount.padStart(14)}`,
      none: 'No closed account has a balance.',
    });
  },
};

export const payFormer: Command = {
  kind: 'changes',
  name: 'members pay-out',
  usage: 'members pay-out USERNAME DESTINATION --why TEXT',
  about: 'Withdraws the whole balance of a closed account to the destination its former owner names',
  async run(services, { words: [username = '', destination = ''], operator }, tx) {
    const actor = `operator:${operator}` as const;
    const result = await payOutFormer(tx, services, { username, destination, actor });
    if (isRefused(result)) return { refused: refusalText(result, username, destination) };
    const { id, amountMicros, state } = result.row;
    const amount = moneyText(amountMicros);
    return {
      words: `${amount} of ${result.username} go to ${destination}: withdrawal ${id} is ${state}.`,
      data: { id, username: result.username, amount, state },
      subject: `member:${result.username}`,
      after: { withdrawal: id, amount, state },
    };
  },
};

function refusalText({ refused, fields }: Refused, username: string, destination: string): string {
  if (refused === 'not_found') return `There is no closed account “${username}”. Try: members owed`;
  const fault = fields?.['destination']?.[0];
  return fault
    ? `“${destination}” is no destination: ${fault}.`
    : `The account ${normaliseUsername(username)} has no balance.`;
}

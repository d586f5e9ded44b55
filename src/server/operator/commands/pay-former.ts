import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { normaliseUsername } from '#domain/identity.ts';
import { moneyText } from '#domain/money.ts';
import { isRefused } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { ledgerAccounts, type Member, members } from '#server/db/schema/index.ts';
import { openWithdrawal, recogniseFor } from '#server/members/finance/index.ts';
import { lockAccounts, readBalance } from '#server/ledger/index.ts';
import type { Command } from '#server/operator/cli/command.ts';
import { listOutcome, LONGEST_LIST } from '#server/operator/cli/list.ts';

export const listOwed: Command = {
  kind: 'reads',
  name: 'members owed',
  usage: 'members owed',
  about: 'Closed accounts with a balance, largest first. Pay it out: it belongs to their former owners',
  async run({ db }) {
    const total = sql<string>`sum(${ledgerAccounts.balance})::text`;
    const rows = await db
      .select({ username: members.username, total })
      .from(members)
      .innerJoin(ledgerAccounts, eq(ledgerAccounts.memberId, members.id))
      .where(isNotNull(members.closedAt))
      .groupBy(members.id)
      .having(sql`sum(${ledgerAccounts.balance}) > 0`)
      .orderBy(sql`sum(${ledgerAccounts.balance}) desc`, asc(members.id))
      .limit(LONGEST_LIST);
    const owed = rows.map((row) => ({ username: row.username, amount: moneyText(BigInt(row.total)) }));
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
    const member = await findClosed(tx, username);
    if (!member) return { refused: `There is no closed account “${username}”. Try: members owed` };
    const recognised = recogniseFor(services, destination);
    if ('fault' in recognised) return { refused: `“${destination}” is no destination: ${recognised.fault}.` };
    await lockAccounts(tx, [{ kind: 'available', memberId: member.id }]);
    const { availableMicros } = await readBalance(tx, member.id);
    const order = { destination, network: recognised.network, amountMicros: availableMicros };
    const row =
      availableMicros > 0n ? await openWithdrawal(tx, services, member, order, `operator:${operator}`) : undefined;
    if (!row || isRefused(row)) return { refused: `The account ${member.username} has no balance.` };
    return {
      words: `${moneyText(availableMicros)} of ${member.username} go to ${destination}: withdrawal ${row.id} is ${row.state}.`,
      data: { id: row.id, username: member.username, amount: moneyText(availableMicros), state: row.state },
      subject: `member:${member.username}`,
      after: { withdrawal: row.id, amount: moneyText(availableMicros), state: row.state },
    };
  },
};

async function findClosed(tx: Db, username: string): Promise<Member | undefined> {
  const [member] = await tx
    .select()
    .from(members)
    .where(and(eq(members.username, normaliseUsername(username)), isNotNull(members.closedAt)));
  return member;
}

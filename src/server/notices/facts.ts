import { eq, inArray } from 'drizzle-orm';
import { NOTICES, type NoticeAbout } from '#domain/notices.ts';
import type { Db } from '#server/db/connect.ts';
import { members, plans, transactions, withdrawals } from '#server/db/schema/index.ts';
import type { NoticeRow } from './list-notices.ts';

/** What is known today of the things that notices are about, by what the notices keep of them. */
export type Facts = {
  withdrawals: ReadonlyMap<string, { amount: bigint }>;
  transactions: ReadonlyMap<string, Transaction>;
  usernames: ReadonlyMap<string, string>;
};

type Transaction = Pick<typeof transactions.$inferSelect, 'price' | 'returned'> & {
  title: (typeof plans.$inferSelect)['title'];
};

/** One query for each sort of thing on a page, and only where there is one. */
export async function findFacts(db: Db, rows: readonly NoticeRow[]): Promise<Facts> {
  const [withdrawalIds, transactionIds, memberIds] = [
    namedBy(rows, 'withdrawal'),
    namedBy(rows, 'transaction'),
    namedBy(rows, 'member'),
  ];
  const [ofWithdrawals, ofTransactions, ofMembers] = await Promise.all([
    withdrawalIds.length > 0 ? findWithdrawals(db, withdrawalIds) : [],
    transactionIds.length > 0 ? findTransactions(db, transactionIds) : [],
    memberIds.length > 0 ? findUsernames(db, memberIds) : [],
  ]);
  return {
    withdrawals: new Map(ofWithdrawals.map(({ id, ...rest }) => [id, rest])),
    transactions: new Map(ofTransactions.map(({ id, ...rest }) => [id, rest])),
    usernames: new Map(ofMembers.map(({ id, username }) => [String(id), username])),
  };
}

function namedBy(rows: readonly NoticeRow[], about: NoticeAbout): string[] {
  const named = rows.flatMap((row) => (NOTICES[row.kind].about === about && row.about ? [row.about] : []));
  return [...new Set(named)];
}

function findWithdrawals(db: Db, ids: string[]) {
  return db
    .select({ id: withdrawals.id, amount: withdrawals.amount })
    .from(withdrawals)
    .where(inArray(withdrawals.id, ids));
}

function findTransactions(db: Db, ids: string[]) {
  const { id, price, returned } = transactions;
  return db
    .select({ id, price, returned, title: plans.title })
    .from(transactions)
    .innerJoin(plans, eq(plans.id, transactions.planId))
    .where(inArray(id, ids));
}

function findUsernames(db: Db, ids: string[]) {
  return db
    .select({ id: members.id, username: members.username })
    .from(members)
    .where(inArray(members.id, ids.map(Number)));
}

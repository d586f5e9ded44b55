import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { listTransactions } from '#contracts/transactions.ts';
import { CURRENCY } from '#domain/money.ts';
import { type Refused, refuseField } from '#domain/refusals.ts';
import type { TransactionState } from '#domain/transaction.ts';
import { members, transactionPayments, transactions } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { readTimeCursor, writeTimeCursor } from '#server/api/time-cursor.ts';
import type { TransactionRow } from './move-transaction.ts';

type Input = z.output<typeof listTransactions.input>;
const PAGE = 20;

export async function listMemberTransactions(
  { db }: Pick<Services, 'db'>,
  memberId: number,
  { cursor, limit = PAGE }: Input,
): Promise<{ rows: TransactionRow[]; next: string | null } | Refused> {
  const after = cursor === undefined ? undefined : readTimeCursor(cursor);
  if (cursor !== undefined && !after) return refuseField('cursor', 'invalid');
  const found = await db
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.memberId, memberId),
        after && sql`(${transactions.createdAt}, ${transactions.id}::text) < (${after.at}, ${after.id})`,
      ),
    )
    .orderBy(desc(transactions.createdAt), desc(sql`${transactions.id}::text`))
    .limit(limit + 1);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last ? writeTimeCursor(last.createdAt, last.id) : null };
}

export type TransactionOfMember = TransactionRow & { username: string; hasOtherCurrency: boolean };
type Question = { state: TransactionState | undefined; after: string | undefined; limit: number };

/** Transactions of everybody, for the operator: the oldest come first. Nothing when `after` is no cursor. */
export async function listAllTransactions(
  { db }: Pick<Services, 'db'>,
  { state, after, limit }: Question,
): Promise<{ rows: TransactionOfMember[]; next: string | null } | undefined> {
  const place = after === undefined ? undefined : readTimeCursor(after);
  if (after !== undefined && !place) return undefined;
  const hasOtherCurrency = sql<boolean>`exists (
    select from ${transactionPayments} p where p.transaction_id = ${transactions.id} and p.currency <> ${CURRENCY}
  )`;
  const found = await db
    .select({ row: transactions, username: members.username, hasOtherCurrency })
    .from(transactions)
    .innerJoin(members, eq(members.id, transactions.memberId))
    .where(
      and(
        state && eq(transactions.state, state),
        place && sql`(${transactions.createdAt}, ${transactions.id}::text) > (${place.at}, ${place.id})`,
      ),
    )
    .orderBy(asc(transactions.createdAt), asc(sql`${transactions.id}::text`))
    .limit(limit + 1);
  const rows = found.slice(0, limit).map(({ row, ...rest }) => ({ ...row, ...rest }));
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last ? writeTimeCursor(last.createdAt, last.id) : null };
}

import { and, desc, eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { listTransactions } from '#contracts/transactions.ts';
import { type Refused, refuseField } from '#domain/refusals.ts';
import { transactions } from '#server/db/schema/index.ts';
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
  const results = await db
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
  const rows = results.slice(0, limit);
  const last = results.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last ? writeTimeCursor(last.createdAt, last.id) : null };
}

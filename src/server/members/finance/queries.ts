import { and, desc, eq, gt, or, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { listWithdrawals } from '#contracts/finance.ts';
import { refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { OPEN_STATES, WITHDRAWAL_STATES } from '#domain/withdrawal.ts';
import { prepared } from '#server/db/prepared.ts';
import { withdrawals } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { readTimeCursor, writeTimeCursor } from '#server/api/time-cursor.ts';
import type { WithdrawalRow } from './move-withdrawal.ts';

type Input = z.output<typeof listWithdrawals.input>;
type Page = { rows: WithdrawalRow[]; next: string | null };

const PAGE = 20;

export async function listMemberWithdrawals(
  { db, clock }: Services,
  memberId: number,
  { open, receipts, cursor, limit = PAGE }: Input,
): Promise<Page | Refused> {
  const after = cursor === undefined ? undefined : readTimeCursor(cursor);
  if (cursor !== undefined && !after) return refuseField('cursor', 'invalid');
  const results = await withdrawalsBefore(db).execute({
    memberId,
    states: open ? OPEN_STATES : WITHDRAWAL_STATES,
    receiptsAfter: receipts ? clock.now() : THE_END,
    at: after?.at ?? THE_END,
    id: after?.id ?? '',
    count: limit + 1,
  });
  const rows = results.slice(0, limit);
  const last = results.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last ? writeTimeCursor(last.requestedAt, last.id) : null };
}

const THE_END = new Date('9999-12-31');

const withdrawalsBefore = prepared((db) =>
  db
    .select()
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.memberId, sql.placeholder('memberId')),
        or(
          sql`${withdrawals.state} = any(${sql.placeholder('states')}::text[])`,
          gt(withdrawals.receiptUntil, sql.placeholder('receiptsAfter')),
        ),
        sql`(${withdrawals.requestedAt}, ${withdrawals.id}::text) < (${sql.placeholder('at')}, ${sql.placeholder('id')})`,
      ),
    )
    .orderBy(desc(withdrawals.requestedAt), desc(sql`${withdrawals.id}::text`))
    .limit(sql.placeholder('count'))
    .prepare('withdrawals'),
);

export async function findWithdrawal({ db }: Services, memberId: number, id: string): Promise<WithdrawalRow | Refused> {
  const [row] = await db
    .select()
    .from(withdrawals)
    .where(and(eq(sql`${withdrawals.id}::text`, id), eq(withdrawals.memberId, memberId)));
  return row ?? refuse('not_found');
}

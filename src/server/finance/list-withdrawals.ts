import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { listWithdrawals } from '#contracts/finance.ts';
import { fault } from '#domain/field-faults.ts';
import { type Refused, refuse } from '#domain/refusals.ts';
import { OPEN_STATES } from '#domain/withdrawal.ts';
import { withdrawals } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import { readTimeCursor, writeTimeCursor } from '#server/http/time-cursor.ts';
import type { WithdrawalRow } from './move-withdrawal.ts';

type Input = z.output<typeof listWithdrawals.input>;
type Page = { rows: WithdrawalRow[]; next: string | null };

const PAGE = 20;

export async function listMemberWithdrawals(
  { db }: House,
  memberId: number,
  { open, cursor, limit = PAGE }: Input,
): Promise<Page | Refused> {
  const after = cursor === undefined ? undefined : readTimeCursor(cursor);
  if (cursor !== undefined && !after) return refuse('invalid', { fields: { cursor: [fault('invalid')] } });
  const found = await db
    .select()
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.memberId, memberId),
        open ? inArray(withdrawals.state, OPEN_STATES) : undefined,
        after && sql`(${withdrawals.requestedAt}, ${withdrawals.id}::text) < (${after.at}, ${after.id})`,
      ),
    )
    .orderBy(desc(withdrawals.requestedAt), desc(sql`${withdrawals.id}::text`))
    .limit(limit + 1);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last ? writeTimeCursor(last.requestedAt, last.id) : null };
}

export async function findWithdrawal({ db }: House, memberId: number, id: string): Promise<WithdrawalRow | Refused> {
  const [row] = await db
    .select()
    .from(withdrawals)
    .where(and(eq(sql`${withdrawals.id}::text`, id), eq(withdrawals.memberId, memberId)));
  return row ?? refuse('not_found');
}

import { and, asc, eq, sql } from 'drizzle-orm';
import type { WithdrawalState } from '#domain/withdrawal.ts';
import { members, withdrawals } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import { readTimeCursor, writeTimeCursor } from '#server/http/time-cursor.ts';
import type { WithdrawalRow } from './move-withdrawal.ts';

export type WithdrawalOfMember = WithdrawalRow & { username: string };
type Question = { state: WithdrawalState | undefined; after: string | undefined; limit: number };

/** Withdrawals of everybody, for the operator: what has waited longest comes first. Nothing when `after` is no cursor. */
export async function listAllWithdrawals(
  { db }: Pick<House, 'db'>,
  { state, after, limit }: Question,
): Promise<{ rows: WithdrawalOfMember[]; next: string | null } | undefined> {
  const place = after === undefined ? undefined : readTimeCursor(after);
  if (after !== undefined && !place) return undefined;
  const found = await db
    .select({ row: withdrawals, username: members.username })
    .from(withdrawals)
    .innerJoin(members, eq(members.id, withdrawals.memberId))
    .where(
      and(
        state && eq(withdrawals.state, state),
        place && sql`(${withdrawals.requestedAt}, ${withdrawals.id}::text) > (${place.at}, ${place.id})`,
      ),
    )
    .orderBy(asc(withdrawals.requestedAt), asc(sql`${withdrawals.id}::text`))
    .limit(limit + 1);
  const rows = found.slice(0, limit).map(({ row, username }) => ({ ...row, username }));
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last ? writeTimeCursor(last.requestedAt, last.id) : null };
}

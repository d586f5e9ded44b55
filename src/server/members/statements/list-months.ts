import { and, eq, inArray } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { OutputOf } from '#contracts/contract.ts';
import type { listStatements } from '#contracts/statements.ts';
import { type Refused, refuseField } from '#domain/refusals.ts';
import { isMonth } from '#domain/statement.ts';
import { type Member, statements } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { closedMonths } from './months.ts';

const SHOWN = 24;

/** The cursor is the oldest month of the page before. */
export async function listMonths(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  { cursor, limit = SHOWN }: z.output<typeof listStatements.input>,
  member: Member,
): Promise<OutputOf<typeof listStatements> | Refused> {
  if (cursor !== undefined && !isMonth(cursor)) return refuseField('cursor', 'invalid');
  const left = closedMonths(services, member)
    .filter((month) => cursor === undefined || month < cursor)
    .toReversed();
  const months = left.slice(0, limit);
  const days = months.map((month) => `${month}-01`);
  const issued = await services.db
    .select({ month: statements.month, number: statements.number })
    .from(statements)
    .where(and(eq(statements.memberId, member.id), inArray(statements.month, days)));
  const numbers = new Map(issued.map(({ month, number }) => [month.slice(0, 7), number]));
  const items = months.map((month) => ({ month, number: numbers.get(month) ?? null }));
  return { items, next: left.length > limit ? (months.at(-1) ?? null) : null };
}

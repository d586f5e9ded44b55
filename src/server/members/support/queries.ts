import { and, asc, desc, eq, inArray, lt } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { listSupport } from '#contracts/support.ts';
import { type Refused, refuseField } from '#domain/refusals.ts';
import { supportAnswers, supportRequests } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { SupportRow } from './answer-support.ts';

type Input = z.output<typeof listSupport.input>;
export type AnsweredSupport = SupportRow & { answers: { text: string; at: Date }[] };

const PAGE = 10;

export async function listMemberSupport(
  { db }: Pick<Services, 'db'>,
  memberId: number,
  { cursor, limit = PAGE }: Input,
): Promise<{ rows: AnsweredSupport[]; next: string | null } | Refused> {
  const isCursor = cursor === undefined || /^\d{1,9}$/.test(cursor);
  if (!isCursor) return refuseField('cursor', 'invalid');
  const results = await db
    .select()
    .from(supportRequests)
    .where(and(eq(supportRequests.memberId, memberId), cursor ? lt(supportRequests.id, Number(cursor)) : undefined))
    .orderBy(desc(supportRequests.id))
    .limit(limit + 1);
  const rows = results.slice(0, limit);
  const last = results.length > limit ? rows.at(-1) : undefined;
  return { rows: await withAnswers(db, rows), next: last ? String(last.id) : null };
}

async function withAnswers(db: Services['db'], rows: SupportRow[]): Promise<AnsweredSupport[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const answers = await db
    .select()
    .from(supportAnswers)
    .where(inArray(supportAnswers.requestId, ids))
    .orderBy(asc(supportAnswers.id));
  return rows.map((row) => ({ ...row, answers: answers.filter(({ requestId }) => requestId === row.id) }));
}

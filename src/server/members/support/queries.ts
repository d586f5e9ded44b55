import { and, asc, desc, eq, gt, inArray, lt } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { listSupport } from '#contracts/support.ts';
import { type Refused, refuseField } from '#domain/refusals.ts';
import type { SupportState } from '#domain/support.ts';
import { members, supportAnswers, supportRequests } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { SupportRow } from './answer-support.ts';

type Input = z.output<typeof listSupport.input>;
export type AnsweredSupport = SupportRow & { answers: { text: string; at: Date }[] };

const PAGE = 10;

/** A member's requests, newest first, each with its answers in order. */
export async function listMemberSupport(
  { db }: Pick<Services, 'db'>,
  memberId: number,
  { cursor, limit = PAGE }: Input,
): Promise<{ rows: AnsweredSupport[]; next: string | null } | Refused> {
  const isCursor = cursor === undefined || /^\d{1,9}$/.test(cursor);
  if (!isCursor) return refuseField('cursor', 'invalid');
  const found = await db
    .select()
    .from(supportRequests)
    .where(and(eq(supportRequests.memberId, memberId), cursor ? lt(supportRequests.id, Number(cursor)) : undefined))
    .orderBy(desc(supportRequests.id))
    .limit(limit + 1);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
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

export type SupportOfMember = SupportRow & { username: string };
type Question = { state: SupportState | undefined; after: number | undefined; limit: number };

/** Requests of everybody, for the operator: what has waited longest comes first. */
export async function listAllSupport(
  { db }: Pick<Services, 'db'>,
  { state, after, limit }: Question,
): Promise<{ rows: SupportOfMember[]; next: number | null }> {
  const found = await db
    .select({ row: supportRequests, username: members.username })
    .from(supportRequests)
    .innerJoin(members, eq(members.id, supportRequests.memberId))
    .where(
      and(state && eq(supportRequests.state, state), after === undefined ? undefined : gt(supportRequests.id, after)),
    )
    .orderBy(asc(supportRequests.id))
    .limit(limit + 1);
  const rows = found.slice(0, limit).map(({ row, username }) => ({ ...row, username }));
  return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}

import { and, asc, eq, gt } from 'drizzle-orm';
import type { SupportState } from '#domain/support.ts';
import { members, supportRequests } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import type { SupportRow } from './answer-support.ts';

export type SupportOfMember = SupportRow & { username: string };
type Question = { state: SupportState | undefined; after: number | undefined; limit: number };

/** Requests of everybody, for the operator: what has waited longest comes first. */
export async function listAllSupport(
  { db }: Pick<House, 'db'>,
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

import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { LINE_PAGE, type listLine } from '#contracts/team.ts';
import { normaliseUsername } from '#domain/identity.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import type { Services } from '#server/api/services.ts';
import type { Db } from '#server/db/connect.ts';
import { members, teamCounts, teamLinks } from '#server/db/schema/index.ts';
import { listTeamMembers } from './list-team.ts';
import type { TeamRow } from './team-row.ts';

export type Line = { inTeam: number; firstLine: number; rows: TeamRow[]; next: string | null };

/** The first line of the caller or of a member below them, oldest first. */
export async function listLineOf(
  { db }: Pick<Services, 'db'>,
  callerId: number,
  { username, cursor, limit = LINE_PAGE }: z.output<typeof listLine.input>,
): Promise<Line | Refused> {
  const top = await findTop(db, callerId, username);
  if (!top) return refuse('not_found');
  const page = await listTeamMembers({ db }, top.id, { line: 1, sort: 'oldest', cursor, limit }, callerId);
  if (isRefused(page)) return page;
  const { inTeam, firstLine } = top;
  return { inTeam, firstLine, rows: page.rows.map((row) => ({ ...row, line: top.line + row.line })), next: page.next };
}

/** Undefined unless the caller or below them. */
async function findTop(db: Db, callerId: number, username: string) {
  const [top] = await db
    .select({
      id: members.id,
      line: sql<number>`coalesce(${teamLinks.line}, 0)`,
      inTeam: teamCounts.wholeTeam,
      firstLine: teamCounts.firstLine,
    })
    .from(members)
    .innerJoin(teamCounts, eq(teamCounts.memberId, members.id))
    .leftJoin(teamLinks, and(eq(teamLinks.memberId, members.id), eq(teamLinks.ancestorId, callerId)))
    .where(
      and(eq(members.username, normaliseUsername(username)), or(eq(members.id, callerId), isNotNull(teamLinks.line))),
    );
  return top;
}

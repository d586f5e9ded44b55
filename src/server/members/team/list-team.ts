import { sql } from 'drizzle-orm';
import { TEAM_PAGE } from '#contracts/team.ts';
import type { CareerStatus } from '#domain/career-status.ts';
import { type Refused, refuseField } from '#domain/refusals.ts';
import type { Services } from '#server/api/services.ts';
import { firstLinks, ORDERS, readCursor, type TeamFilter, type TeamQuery, writeCursor } from './team-query.ts';
import { wordsOf } from '#server/db/name-search.ts';
import { searchLinks } from './search.ts';

export type TeamRow = {
  id: number;
  username: string;
  name: string | null;
  photo: string | null;
  careerStatus: CareerStatus;
  line: number;
  inTeam: number;
  realEstate: number;
  active: boolean;
  isFormer: boolean;
  registeredAt: string;
  /** Day in the platform's time zone; the sort key. */
  day: string;
};

/** Except for a search by name, reads an index range of the caller's links: cost ignores team size. */
export async function listTeamMembers(
  { db }: Pick<Services, 'db'>,
  memberId: number,
  filter: TeamFilter,
): Promise<{ rows: TeamRow[]; next: string | null } | Refused> {
  const sort = filter.sort ?? 'newest';
  const limit = filter.limit ?? TEAM_PAGE;
  const cursor = filter.cursor === undefined ? undefined : readCursor(sort, filter.cursor);
  if (filter.cursor !== undefined && !cursor) return refuseField('cursor', 'invalid');

  const query: TeamQuery = { memberId, filter, sort, cursor };
  const words = wordsOf(filter.search);
  const linksQuery = words ? await searchLinks(db, query, words, limit + 1) : firstLinks(query, limit + 1);
  // Row by row: a plan that joins them may scan everybody below an ancestor.
  const { rows } = await db.execute<TeamRow>(sql`
    select l.id, l.username, l.name, l.photo, l.career_status as "careerStatus", l.active,
      l.closed_at is not null as "isFormer", l.real_estate as "realEstate", l.registered_at as "registeredAt",
      l.registered_on::text as day, l.line, c.whole_team as "inTeam"
    from (${linksQuery}) as picked
    cross join lateral (
      select m.*, m.id as member_id, m.depth - (select me.depth from members me where me.id = ${memberId}) as line
      from members m where m.id = picked.member_id offset 0
    ) as l
    cross join lateral (select * from team_counts where member_id = picked.member_id offset 0) as c
    order by ${ORDERS[sort]('l')}`);
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  return { rows: pageRows, next: rows.length > limit && last ? writeCursor(sort, last) : null };
}

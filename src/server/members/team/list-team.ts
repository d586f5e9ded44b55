import { sql } from 'drizzle-orm';
import { TEAM_PAGE } from '#contracts/team.ts';
import { type Refused, refuseField } from '#domain/refusals.ts';
import type { Services } from '#server/api/services.ts';
import { columnsShownTo } from '#server/members/profile/index.ts';
import { firstLinks, ORDERS, readCursor, type TeamFilter, type TeamQuery, writeCursor } from './team-query.ts';
import { wordsOf } from '#server/db/name-search.ts';
import { isColumnSort, listByColumn } from './list-by-column.ts';
import { searchLinks } from './search.ts';
import { ROW_COLUMNS, type TeamRow } from './team-row.ts';

type Page = { rows: TeamRow[]; next: string | null };

/**
 * Except for a search or the order of a column, reads an index range of the caller's links: cost ignores team size.
 * `viewerId`: the caller, if above the member.
 */
export async function listTeamMembers(
  { db }: Pick<Services, 'db'>,
  memberId: number,
  filter: TeamFilter,
  viewerId = memberId,
): Promise<Page | Refused> {
  const { sort = 'newest' } = filter;
  if (isColumnSort(sort)) return listByColumn(db, { memberId, viewerId }, sort, filter);
  const limit = filter.limit ?? TEAM_PAGE;
  const cursor = filter.cursor === undefined ? undefined : readCursor(sort, filter.cursor);
  if (filter.cursor !== undefined && !cursor) return refuseField('cursor', 'invalid');

  const query: TeamQuery = { memberId, viewerId, filter, sort, cursor };
  const words = wordsOf(filter.search);
  const linksQuery = words ? await searchLinks(db, query, words, limit + 1) : firstLinks(query, limit + 1);
  // Row by row: a plan that joins them may scan everybody below an ancestor.
  const { rows } = await db.execute<TeamRow>(sql`
    select ${ROW_COLUMNS}
    from (${linksQuery}) as picked
    cross join lateral (
      select ${columnsShownTo(viewerId)}, m.id as member_id, m.depth - (select me.depth from members me where me.id = ${memberId}) as line
      from members m where m.id = picked.member_id offset 0
    ) as l
    cross join lateral (select * from team_counts where member_id = picked.member_id offset 0) as c
    order by ${ORDERS[sort]('l')}`);
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  return { rows: pageRows, next: rows.length > limit && last ? writeCursor(sort, last) : null };
}

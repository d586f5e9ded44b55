import { type SQL, sql } from 'drizzle-orm';
import { COLUMN_SORTS, SORTABLE_TEAM_MAX, TEAM_PAGE } from '#contracts/team.ts';
import { type Refused, refuseField } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { hasAllWords, wordsOf } from '#server/db/name-search.ts';
import { teamSize } from './search.ts';
import { columnsShownTo } from '#server/members/profile/index.ts';
import { conditionsOnMember, type TeamFilter, type TeamOf } from './team-query.ts';
import { ROW_COLUMNS, type TeamRow } from './team-row.ts';

type ColumnSort = (typeof COLUMN_SORTS)[number];
type Column = Exclude<ColumnSort, `${string}_down`>;

export function isColumnSort(sort: string): sort is ColumnSort {
  return (COLUMN_SORTS as readonly string[]).includes(sort);
}

/** Former members have no name and come last. */
const VALUES: Record<Column, SQL> = {
  name: sql`(case when l.closed_at is null then '0' || lower(coalesce(nullif(l.name, ''), l.username)) else '1' end) collate "C"`,
  in_team: sql`l.whole_team`,
  real_estate: sql`l.real_estate`,
  active: sql`l.active::integer`,
};

/** Reads the whole team for each page, hence the limit of its size. */
export async function listByColumn(
  db: Db,
  { memberId, viewerId }: TeamOf,
  sort: ColumnSort,
  filter: TeamFilter,
): Promise<{ rows: TeamRow[]; next: string | null } | Refused> {
  const limit = filter.limit ?? TEAM_PAGE;
  const after = filter.cursor === undefined ? undefined : readCursor(sort, filter.cursor);
  if (filter.cursor !== undefined && after === undefined) return refuseField('cursor', 'invalid');
  if ((await teamSize(db, memberId)) > SORTABLE_TEAM_MAX) return refuseField('sort', 'invalid');

  const value = VALUES[sort.replace('_down', '') as Column];
  const [order, follows] = sort.endsWith('_down') ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const words = wordsOf(filter.search);
  const { rows } = await db.execute<TeamRow>(sql`
    with team as (
      select ${columnsShownTo(viewerId)}, m.id as member_id, t.line, c.whole_team, m.real_estate > 0 as has_real_estate
      from team_links t join members m on m.id = t.member_id join team_counts c on c.member_id = m.id
      where t.ancestor_id = ${memberId}
    )
    select ${ROW_COLUMNS} from team l
    where ${conditionsOnMember({ memberId, viewerId, filter, sort: 'newest', cursor: undefined })}
      ${words && sql`and ${hasAllWords(sql`l.search_text`, words)}`}
      ${after && sql`and (${value}, l.id) ${follows} (select ${value}, l.id from team l where l.id = ${after})`}
    order by ${value} ${order}, l.id ${order} limit ${limit + 1}`);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { rows: rows.slice(0, limit), next: last ? writeCursor(sort, last) : null };
}

const ID_MAX = 2_147_483_647;

/** The last member of a page; their value is looked up again. */
function writeCursor(sort: ColumnSort, { id }: TeamRow): string {
  return Buffer.from(`${sort}.${id}`).toString('base64url');
}

function readCursor(sort: ColumnSort, text: string): number | undefined {
  const [, itsSort, id] = /^(\w+)\.(\d{1,10})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return itsSort === sort && Number(id) <= ID_MAX ? Number(id) : undefined;
}

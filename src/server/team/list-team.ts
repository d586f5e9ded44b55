import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { listTeam, TEAM_PAGE } from '#contracts/team.ts';
import type { CareerStatus } from '#domain/career-status.ts';
import { fault } from '#domain/field-faults.ts';
import { type Refused, refuse } from '#domain/refusals.ts';
import type { House } from '#server/house.ts';
import { type Cursor, readCursor, writeCursor } from './cursor.ts';
import { isRareSearch, likeText } from './search.ts';

export type TeamFilter = z.output<typeof listTeam.input>;

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
  registeredAt: string;
};

/**
 * One page of the members below somebody. Every query starts from the caller's own links, and every order is the end
 * of an index, so a page costs the same in a team of ten and of a million.
 */
export async function listTeamMembers(
  { db }: Pick<House, 'db'>,
  memberId: number,
  filter: TeamFilter,
): Promise<{ rows: TeamRow[]; next: string | null } | Refused> {
  const sort = filter.sort ?? 'newest';
  const limit = filter.limit ?? TEAM_PAGE;
  const cursor = filter.cursor === undefined ? undefined : readCursor(sort, filter.cursor);
  if (filter.cursor !== undefined && !cursor) return refuse('invalid', { fields: { cursor: [fault('invalid')] } });

  const conditions = [...conditionsOf(memberId, filter), ...(cursor ? [after(sort, cursor)] : [])];
  const isRare = filter.search !== undefined && (await isRareSearch(db, filter.search));
  const picked = isRare
    ? rareLinks(conditions, filter, sort, limit + 1)
    : orderedLinks(conditions, filter, sort, limit + 1);
  const { rows } = await db.execute<TeamRow>(sql`
    with picked as (${picked})
    select m.id, m.username, m.name, m.photo, m.career_status as "careerStatus", m.active,
      m.real_estate as "realEstate", m.registered_at as "registeredAt",
      picked.line, coalesce(c.whole_team, 0) as "inTeam"
    from picked
    join members m on m.id = picked.member_id
    left join team_counts c on c.member_id = picked.member_id
    order by ${ORDERS[sort]('picked')}`);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > limit && last ? writeCursor(sort, last) : null };
}

const ORDERS = {
  newest: (table: string) => sql.raw(`${table}.member_id desc`),
  oldest: (table: string) => sql.raw(`${table}.member_id asc`),
  line: (table: string) => sql.raw(`${table}.line asc, ${table}.member_id asc`),
};

type Sort = keyof typeof ORDERS;

function conditionsOf(memberId: number, filter: TeamFilter): SQL[] {
  const { line, active, real_estate: realEstate, registered_from: from, registered_to: to } = filter;
  const asked: (SQL | undefined)[] = [
    sql`l.ancestor_id = ${memberId}`,
    line === undefined ? undefined : sql`l.line = ${line}`,
    active === undefined ? undefined : active === 'yes' ? sql`l.active` : sql`not l.active`,
    realEstate === undefined ? undefined : realEstate === 'yes' ? sql`l.has_real_estate` : sql`not l.has_real_estate`,
    from === undefined ? undefined : sql`l.member_id >= ${firstIdFrom(from)}`,
    to === undefined ? undefined : sql`l.member_id <= ${lastIdUpTo(to)}`,
  ];
  return asked.filter((condition) => condition !== undefined);
}

/** Ids grow with time, so a range of days is a range of ids. */
function firstIdFrom(day: string): SQL {
  return sql`coalesce((select id from members where registered_on >= ${day} order by registered_on, id limit 1), 2147483647)`;
}

function lastIdUpTo(day: string): SQL {
  return sql`coalesce(
    (select id from members where registered_on <= ${day} order by registered_on desc, id desc limit 1), 0)`;
}

function after(sort: Sort, { line, id }: Cursor): SQL {
  if (sort === 'line') return sql`(l.line, l.member_id) > (${line}, ${id})`;
  return sort === 'newest' ? sql`l.member_id < ${id}` : sql`l.member_id > ${id}`;
}

/** Walks the index of the order. Each status has a walk of its own, and the first of all of them are merged. */
function orderedLinks(conditions: SQL[], { status, search }: TeamFilter, sort: Sort, count: number): SQL {
  const all = search === undefined ? conditions : [...conditions, matches(search)];
  const walk = (more: SQL[]) => sql`
    select l.member_id, l.line from team_links l
    where ${sql.join([...all, ...more], sql` and `)}
    order by ${ORDERS[sort]('l')} limit ${count}`;
  if (!status) return walk([]);
  const each = walk([sql`l.career_status = wanted.status`]);
  return sql`
    select found.member_id, found.line
    from unnest(${sql.param(status)}::text[]) as wanted (status), lateral (${each}) as found
    order by ${ORDERS[sort]('found')} limit ${count}`;
}

function matches(search: string): SQL {
  return sql`exists (select from members s where s.id = l.member_id and s.search_text like ${likeText(search)})`;
}

/** Few members of the whole platform match: they are found first, and then looked up in the team. */
function rareLinks(conditions: SQL[], { search = '', status }: TeamFilter, sort: Sort, count: number): SQL {
  const all = status ? [...conditions, sql`l.career_status = any(${sql.param(status)}::text[])`] : conditions;
  return sql`
    with named as materialized (select id from members where search_text like ${likeText(search)})
    select l.member_id, l.line from named join team_links l on l.member_id = named.id
    where ${sql.join(all, sql` and `)}
    order by ${ORDERS[sort]('l')} limit ${count}`;
}

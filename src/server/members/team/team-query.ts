import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { listTeam, TEAM_SORTS } from '#contracts/team.ts';
import { isDay } from '#domain/days.ts';
import { knownDay } from '#server/db/known-day.ts';

export type TeamFilter = z.output<typeof listTeam.input>;

/** `viewerId` is `memberId` or above them. */
export type TeamOf = { memberId: number; viewerId: number };

export type TeamQuery = TeamOf & { filter: TeamFilter; sort: Sort; cursor: Cursor | undefined };

export const ORDERS = {
  newest: (table: string) => sql.raw(`${table}.registered_on desc, ${table}.member_id desc`),
  oldest: (table: string) => sql.raw(`${table}.registered_on asc, ${table}.member_id asc`),
  line: (table: string) => sql.raw(`${table}.line asc, ${table}.registered_on asc, ${table}.member_id asc`),
  /** `line` backwards, so that the same index serves both. */
  deepest: (table: string) => sql.raw(`${table}.line desc, ${table}.registered_on desc, ${table}.member_id desc`),
};

/** Merges an index range per matching facet, so that no filter reads links that don't fit. */
export function firstLinks(query: TeamQuery, count: number): SQL {
  const facets = facetConditions(query.filter, 'f');
  if (facets.length === 0) return linksAlong(query, [], count);
  return sql`
    select found.*
    from team_facets f, lateral (${linksAlong(query, [sql`l.facet = f.id`], count)}) as found
    where ${sql.join(facets, sql` and `)}
    order by ${ORDERS[query.sort]('found')} limit ${count}`;
}

/** Ignores facets: the caller checks each link with `fits`. */
export function linksOnTheWay(query: TeamQuery, count: number, offset = 0): SQL {
  return sql`${linksAlong(query, [], count)} offset ${offset}`;
}

export function fits({ filter }: TeamQuery, table: string): SQL {
  const facets = facetConditions(filter, 'f');
  if (facets.length === 0) return sql`true`;
  return sql`${sql.raw(table)}.facet = any(array(select f.id from team_facets f where ${sql.join(facets, sql` and `)}))`;
}

/** All filters but the search; `l` has the columns of a facet. */
export function conditionsOnMember(query: TeamQuery): SQL {
  return sql.join([sql`true`, ...filterRanges(query), ...facetConditions(query.filter, 'l')], sql` and `);
}

/** PostgreSQL reads only columns that are used, so the index mostly suffices. */
function linksAlong(query: TeamQuery, conditions: SQL[], count: number): SQL {
  const columns = sql.raw('l.line, l.registered_on, l.member_id, l.facet');
  return sql`
    select ${columns} from team_links l
    where ${sql.join([...alongIndex(query), ...conditions], sql` and `)}
    order by ${ORDERS[query.sort]('l')} limit ${sql.raw(String(count))}`;
}

function facetConditions({ status, active, real_estate: realEstate }: TeamFilter, table: 'f' | 'l'): SQL[] {
  const column = (name: string) => sql.raw(`${table}.${name}`);
  const conditions: (SQL | undefined)[] = [
    status && sql`${column('career_status')} = any(${sql.param(status)}::text[])`,
    active && sql`${column('active')} = ${active === 'yes'}`,
    realEstate && sql`${column('has_real_estate')} = ${realEstate === 'yes'}`,
  ];
  return conditions.filter((condition) => condition !== undefined);
}

/** Narrows the index range; every query must have these conditions. */
function alongIndex(query: TeamQuery): SQL[] {
  return [sql`l.ancestor_id = ${query.memberId}`, ...filterRanges(query)];
}

function filterRanges({ filter, sort, cursor }: TeamQuery): SQL[] {
  const { line, registered_from: from, registered_to: to } = filter;
  const conditions: (SQL | undefined)[] = [
    line === undefined ? undefined : sql`l.line = ${line}`,
    from === undefined ? undefined : sql`l.registered_on >= ${knownDay(from)}::date`,
    to === undefined ? undefined : sql`l.registered_on <= ${knownDay(to)}::date`,
    cursor && afterCursor(sort, cursor),
  ];
  return conditions.filter((condition) => condition !== undefined);
}

function afterCursor(sort: Sort, { line, day, id }: Cursor): SQL {
  const byLine = sort === 'line' || sort === 'deepest';
  const row = sql.raw(byLine ? '(l.line, l.registered_on, l.member_id)' : '(l.registered_on, l.member_id)');
  const position = byLine ? sql`(${line}, ${day}::date, ${id})` : sql`(${day}::date, ${id})`;
  return sort === 'line' || sort === 'oldest' ? sql`${row} > ${position}` : sql`${row} < ${position}`;
}

type Sort = (typeof TEAM_SORTS)[number];
type Cursor = { line: number; day: string; id: number };

const LINE_MAX = 32_767;
const ID_MAX = 2_147_483_647;

/** Names no team: the next page starts from the caller's links again. */
export function writeCursor(sort: Sort, { line, day, id }: Cursor): string {
  return Buffer.from(`${sort}.${line}.${day}.${id}`).toString('base64url');
}

export function readCursor(sort: Sort, text: string): Cursor | undefined {
  const match = /^(\w+)\.(\d{1,5})\.(\d{4}-\d\d-\d\d)\.(\d{1,10})$/.exec(Buffer.from(text, 'base64url').toString());
  const [, itsSort, line, day = '', id] = match ?? [];
  const cursor = { line: Number(line), day, id: Number(id) };
  return itsSort === sort && isDay(day) && cursor.line <= LINE_MAX && cursor.id <= ID_MAX ? cursor : undefined;
}

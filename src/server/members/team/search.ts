import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { findsAllWords, hasAllWords, type Words } from '#server/db/name-search.ts';
import { columnsShownTo, searchTextShownTo } from '#server/members/profile/index.ts';
import { conditionsOnMember, fits, linksOnTheWay, ORDERS, type TeamQuery } from './team-query.ts';

/** Links checked first, and at most for a common word. */
const NEAR = 300;
const FAR = 20_000;
/** Teams up to this size are always checked to the end. */
const SMALL = 1000;
/** Sample of ten members at each of ten places; two matches mean a common word. */
const PLACES = 10;
const AT_EACH = 10;
const COMMON = 2;

/** Common words: scans links. Rare words: name index. A sample decides, because newcomers have no names yet. */
export async function searchLinks(db: Db, query: TeamQuery, words: Words, count: number): Promise<SQL> {
  const [near, hasMore, team, sampled] = await Promise.all([
    matchesAmong(db, query, words, [0, NEAR], count),
    hasLinkPast(db, query, NEAR),
    teamSize(db, query.memberId),
    matchesInSample(db, words),
  ]);
  if (near.length === count || !hasMore) return idsQuery(near);
  if (team <= SMALL || sampled >= COMMON) {
    const far = await matchesAmong(db, query, words, [NEAR, FAR], count);
    // New members shift the offsets, so some near links may come twice.
    const ids = [...new Set([...near, ...far])].slice(0, count);
    if (ids.length === count || team <= FAR) return idsQuery(ids);
  }
  return linksByName(query, words, count, team <= FAR);
}

/** No join: the planner could reorder it and scan the whole team. */
async function matchesAmong(
  db: Db,
  query: TeamQuery,
  words: Words,
  [from, to]: [number, number],
  count: number,
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select near.member_id as id
    from (${linksOnTheWay(query, to - from, from)}) as near
    where ${fits(query, 'near')} and (select ${hasAllWords(searchTextShownTo(query.viewerId), words)} from members m where m.id = near.member_id)
    order by ${ORDERS[query.sort]('near')} limit ${count}`);
  return rows.map(({ id }) => id);
}

/** Selects no columns of the link, so the index is enough. */
async function hasLinkPast(db: Db, query: TeamQuery, offset: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select from (${linksOnTheWay(query, 1, offset)}) as next`);
  return rows.length > 0;
}

export async function teamSize(db: Db, memberId: number): Promise<number> {
  const { rows } = await db.execute<{ size: number }>(
    sql`select whole_team as size from team_counts where member_id = ${memberId}`,
  );
  return rows[0]?.size ?? 0;
}

async function matchesInSample(db: Db, words: Words): Promise<number> {
  const { rows } = await db.execute<{ matching: number }>(sql`
    select count(*)::integer as matching
    from (select max(id) as last from members) as newest,
      generate_series(1, newest.last, greatest(newest.last / ${sql.raw(String(PLACES))}, 1)) as first,
      lateral (
        select m.search_text from members m where m.id >= first order by m.id limit ${sql.raw(String(AT_EACH))}
      ) as member
    where ${hasAllWords(sql`member.search_text`, words)}`);
  return rows[0]?.matching ?? 0;
}

function idsQuery(ids: number[]): SQL {
  return sql`select unnest(${sql.param(ids)}::integer[]) as member_id`;
}

/** Matches the name index first, then checks the team: read whole, or per member until enough. */
function linksByName(query: TeamQuery, words: Words, count: number, readsTeam: boolean): SQL {
  const inOrder = ORDERS[query.sort];
  const matching = sql`
    select ${columnsShownTo(query.viewerId)}, m.id as member_id,
      m.depth - (select me.depth from members me where me.id = ${query.memberId}) as line,
      m.real_estate > 0 as has_real_estate
    from members m
    where ${findsAllWords(sql`m.search_text`, words)}`;
  const fitting = sql`select l.* from (${matching}) as l where ${conditionsOnMember(query)}`;
  const team = sql`select t.member_id from team_links t where t.ancestor_id = ${query.memberId}`;
  const hasWords = hasAllWords(sql`fitting.search_text`, words);
  // `is true` prevents a join, so the team is read only once.
  const source = readsTeam
    ? sql`(${fitting}) as fitting where ${hasWords} and (fitting.member_id in (${team})) is true`
    : sql`(${fitting} order by ${inOrder('l')}) as fitting,
        lateral (${team} and t.member_id = fitting.member_id and ${hasWords} offset 0) as found`;
  return sql`select fitting.member_id from ${source} order by ${inOrder('fitting')} limit ${count}`;
}

import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { findsAllWords, hasAllWords, type Words } from '#server/db/name-search.ts';
import { conditionsOnMember, fits, linksOnTheWay, ORDERS, type Walk } from './walk.ts';

/** So many links are looked at first, and so many on the way to those who have a common word. */
const NEAR = 300;
const FAR = 20_000;
/** A team of so many is looked at to its end: how many else there are does not matter to it. */
const SMALL = 1000;
/** So many members, ten at each of ten places of the platform, tell whether a word is common. */
const PLACES = 10;
const AT_EACH = 10;
const COMMON = 2;

/**
 * The first links of a walk whose members match, for whoever selects from it. Common words are found on the way,
 * rare ones by the index of all members. Which it is a sample tells and not the first links: who has just come has no
 * name yet.
 */
export async function searchLinks(db: Db, walk: Walk, words: Words, count: number): Promise<SQL> {
  const [near, goesOn, team, sampled] = await Promise.all([
    matchesAmong(db, walk, words, [0, NEAR], count),
    hasLinkPast(db, walk, NEAR),
    sizeOfTeam(db, walk.memberId),
    matchesInSample(db, words),
  ]);
  if (near.length === count || !goesOn) return listed(near);
  if (team <= SMALL || sampled >= COMMON) {
    const far = await matchesAmong(db, walk, words, [NEAR, FAR], count);
    // Whoever has come meanwhile has moved everybody on by one, so some of the near may be met again.
    const found = [...new Set([...near, ...far])].slice(0, count);
    if (found.length === count || team <= FAR) return listed(found);
  }
  return linksByName(walk, words, count, team <= FAR);
}

/**
 * Looks at the links from one place to another in order, fitting or not, and stops as soon as it has found enough:
 * hence no join, whose order is open. To look for so many that fit would be to go through a whole team where few do.
 */
async function matchesAmong(
  db: Db,
  walk: Walk,
  words: Words,
  [from, to]: [number, number],
  count: number,
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select near.member_id as id
    from (${linksOnTheWay(walk, to - from, from)}) as near
    where ${fits(walk, 'near')} and (select ${hasAllWords(sql`m.search_text`, words)} from members m where m.id = near.member_id)
    order by ${ORDERS[walk.sort]('near')} limit ${count}`);
  return rows.map(({ id }) => id);
}

/** Asks for nothing of the link, so that the index is enough. */
async function hasLinkPast(db: Db, walk: Walk, past: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select from (${linksOnTheWay(walk, 1, past)}) as next`);
  return rows.length > 0;
}

async function sizeOfTeam(db: Db, memberId: number): Promise<number> {
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

function listed(ids: number[]): SQL {
  return sql`select unnest(${sql.param(ids)}::integer[]) as member_id`;
}

/**
 * Whoever has the pieces of the words on the whole platform, fits the walk and is in the team, in order, as far as they
 * have each word whole. What a link tells is told by the member too, but whose team they are in: either
 * the team is read whole to know that, or each is looked up until there are enough.
 */
function linksByName(walk: Walk, words: Words, count: number, readsTeam: boolean): SQL {
  const inOrder = ORDERS[walk.sort];
  const named = sql`
    select m.id as member_id, m.registered_on, m.search_text,
      m.depth - (select me.depth from members me where me.id = ${walk.memberId}) as line,
      m.career_status, m.active, m.real_estate > 0 as has_real_estate
    from members m
    where ${findsAllWords(sql`m.search_text`, words)}`;
  const fitting = sql`select l.* from (${named}) as l where ${conditionsOnMember(walk)}`;
  const team = sql`select t.member_id from team_links t where t.ancestor_id = ${walk.memberId}`;
  const hasWords = hasAllWords(sql`fitting.search_text`, words);
  // `is true` keeps the question whether somebody is in the team from becoming a join: the team is read once.
  const found = readsTeam
    ? sql`(${fitting}) as fitting where ${hasWords} and (fitting.member_id in (${team})) is true`
    : sql`(${fitting} order by ${inOrder('l')}) as fitting,
        lateral (${team} and t.member_id = fitting.member_id and ${hasWords} offset 0) as found`;
  return sql`select fitting.member_id from ${found} order by ${inOrder('fitting')} limit ${count}`;
}

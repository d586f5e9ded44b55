import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { PLANNED_ONCE } from '#server/db/planned-once.ts';
import { conditionsOnMember, fits, linksOnTheWay, ORDERS, type Walk } from './walk.ts';

/** So many links are looked at first: a common word is found among them, a small team is done with them. */
const NEAR = 300;
const FAR = 20_000;
/** So many members, ten at each of ten places of the platform, tell whether a word is common. */
const PLACES = 10;
const AT_EACH = 10;
const COMMON = 2;

/**
 * The first links of a walk whose members match, for whoever selects from it. Common words are found on the way,
 * rare ones by the index of all members. Which it is a sample tells and not the first links: who has just come has no
 * name yet.
 */
export async function searchLinks(db: Db, walk: Walk, search: string, count: number): Promise<SQL> {
  const words = sql`lower(normalize(${search}, NFC))`;
  const [near, isMore, sampled] = await Promise.all([
    matchesAmong(db, walk, words, NEAR, count),
    goesOn(db, walk, NEAR),
    matchesInSample(db, words),
  ]);
  if (near.length === count || !isMore) return listed(near);
  if (sampled >= COMMON) {
    const far = await matchesAmong(db, walk, words, FAR, count);
    if (far.length === count) return listed(far);
  }
  return linksByName(walk, words, count);
}

/**
 * Looks at so many links in order, fitting or not, and stops as soon as it has found enough: hence no join, whose order
 * is open. To look for so many that fit would be to go through a whole team where few do.
 */
async function matchesAmong(db: Db, walk: Walk, words: SQL, among: number, count: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select near.member_id as id
    from (${linksOnTheWay(walk, among)}) as near
    where ${fits(walk, 'near')} and (select strpos(m.search_text, ${words}) > 0 from members m where m.id = near.member_id)
    order by ${ORDERS[walk.sort]('near')} limit ${count}`);
  return rows.map(({ id }) => id);
}

async function goesOn(db: Db, walk: Walk, past: number): Promise<boolean> {
  const { rows } = await db.execute(linksOnTheWay(walk, 1, past));
  return rows.length > 0;
}

async function matchesInSample(db: Db, words: SQL): Promise<number> {
  const { rows } = await db.execute<{ matching: number }>(sql`${PLANNED_ONCE}
    select count(*)::integer as matching
    from (select max(id) as last from members) as newest,
      generate_series(1, newest.last, greatest(newest.last / ${sql.raw(String(PLACES))}, 1)) as first,
      lateral (
        select m.search_text from members m where m.id >= first order by m.id limit ${sql.raw(String(AT_EACH))}
      ) as member
    where strpos(member.search_text, ${words}) > 0`);
  return rows[0]?.matching ?? 0;
}

function listed(ids: number[]): SQL {
  return sql`select unnest(${sql.param(ids)}::integer[]) as member_id`;
}

/**
 * Whoever has the pieces of the words on the whole platform and fits the walk, in order; one by one, until there are
 * enough, they are looked up in the team, and whether they have the words as they stand. What a link tells is told by
 * the member too, but whose team they are in.
 */
function linksByName(walk: Walk, words: SQL, count: number): SQL {
  const named = sql`
    select m.id as member_id, m.registered_on, m.search_text,
      m.depth - (select me.depth from members me where me.id = ${walk.memberId}) as line,
      m.career_status, m.active, m.real_estate > 0 as has_real_estate
    from members m
    where search_pieces(m.search_text) @@ search_query(${words})`;
  const inOrder = ORDERS[walk.sort];
  return sql`
    select fitting.member_id
    from (
      select l.* from (${named}) as l where ${conditionsOnMember(walk)} order by ${inOrder('l')}
    ) as fitting, lateral (
      select from team_links t
      where t.member_id = fitting.member_id and t.ancestor_id = ${walk.memberId}
        and strpos(fitting.search_text, ${words}) > 0
      offset 0
    ) as found
    order by ${inOrder('fitting')} limit ${count}`;
}

import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { conditionsOf, linksOnTheWay, ORDERS, type Walk } from './walk.ts';

/** So many links are looked at first: a common word is found among them, a small team is done with them. */
const NEAR = 1000;
/** With so many found near by, a page is likely to be full before this many links have been looked at. */
const PROMISING = 4;
const FAR = 20_000;

/**
 * The first links of a walk whose members match, for whoever selects from it. Common words are found on the way,
 * rare ones by the index of all members, and the first thousand links tell which it is.
 */
export async function searchLinks(db: Db, walk: Walk, search: string, count: number): Promise<SQL> {
  const words = sql`lower(normalize(${search}, NFC))`;
  const near = await matchesAmong(db, walk, words, NEAR, count);
  if (near.length === count || !(await goesOn(db, walk, NEAR))) return listed(near);
  if (near.length >= PROMISING) {
    const far = await matchesAmong(db, walk, words, FAR, count);
    if (far.length === count) return listed(far);
  }
  return linksByName(walk, words, count);
}

/** Looks at so many links in order and stops as soon as it has found enough: hence no join, whose order is open. */
async function matchesAmong(db: Db, walk: Walk, words: SQL, among: number, count: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select near.member_id as id
    from (${linksOnTheWay(walk, among)}) as near
    where (select strpos(m.search_text, ${words}) > 0 from members m where m.id = near.member_id)
    order by ${ORDERS[walk.sort]('near')} limit ${count}`);
  return rows.map(({ id }) => id);
}

async function goesOn(db: Db, walk: Walk, past: number): Promise<boolean> {
  const { rows } = await db.execute(linksOnTheWay(walk, 1, past));
  return rows.length > 0;
}

function listed(ids: number[]): SQL {
  return sql`select unnest(${sql.param(ids)}::integer[]) as member_id`;
}

/** Whoever matches on the whole platform, in order, looked up in the team one by one until there are enough. */
function linksByName(walk: Walk, words: SQL, count: number): SQL {
  const named = sql`
    select id as member_id, registered_on from members
    where search_pieces(search_text, 1, 3) @> ${piecesOf(words)} and strpos(search_text, ${words}) > 0`;
  const isByLine = walk.sort === 'line';
  const inOrder = isByLine ? named : sql`select * from (${named}) as found order by ${ORDERS[walk.sort]('found')}`;
  return sql`
    select l.* from (${inOrder}) as named, lateral (
      select l.line, l.registered_on, l.member_id from team_links l
      where l.member_id = named.member_id and ${conditionsOf(walk)} offset 0
    ) as l
    order by ${ORDERS[walk.sort](isByLine ? 'l' : 'named')} limit ${count}`;
}

/** The longest pieces there is an index of; they hold every shorter one. */
function piecesOf(words: SQL): SQL {
  return sql`search_pieces(${words}, least(char_length(${words}), 3), 3)`;
}

import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';

const RARE = 20_000;
/** The trigram index can't help with shorter words. */
const SHORTEST_INDEXED = 3;

/** Whether so few members of the whole platform match that they are better found first. */
export async function isRareSearch(db: Db, search: string): Promise<boolean> {
  if ([...search.trim()].length < SHORTEST_INDEXED) return false;
  const { rows } = await db.execute<{ found: string }>(sql`
    select count(*) as found
    from (select from members where search_text like ${likeText(search)} limit ${RARE + 1}) as some`);
  return Number(rows[0]?.found) <= RARE;
}

/** A search as it is written: its percent signs and underscores stand for themselves. */
export function likeText(search: string): string {
  return `%${search
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')}%`;
}

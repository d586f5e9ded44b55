import { asc } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { members } from '#server/db/schema/index.ts';
import { startsWith } from './keyset.ts';

const AT_MOST = 100;

/** The first hundred by name. `beginning` must be lowercase. */
export async function idsOfUsernames(db: Db, beginning: string): Promise<number[]> {
  const found = await db
    .select({ id: members.id })
    .from(members)
    .where(startsWith(members.username, beginning))
    .orderBy(asc(members.username))
    .limit(AT_MOST);
  return found.map(({ id }) => id);
}

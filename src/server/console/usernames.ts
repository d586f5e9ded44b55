import { asc } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { members } from '#server/db/schema/index.ts';
import { startsWith } from './keyset.ts';

/** Of those whose usernames begin so, the first by the alphabet; typed in small letters. */
export async function idsOfUsernames(db: Db, beginning: string, most: number): Promise<number[]> {
  const found = await db
    .select({ id: members.id })
    .from(members)
    .where(startsWith(members.username, beginning))
    .orderBy(asc(members.username))
    .limit(most);
  return found.map(({ id }) => id);
}

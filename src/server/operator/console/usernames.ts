import { asc, eq } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { members } from '#server/db/schema/index.ts';
import { startsWith } from './keyset.ts';

const AT_MOST = 100;

/** `@anna` means this member alone. Otherwise the first hundred by name; `beginning` must be lowercase. */
export async function idsOfUsernames(db: Db, beginning: string): Promise<number[]> {
  const exact = beginning.startsWith('@') ? beginning.slice(1) : undefined;
  const found = await db
    .select({ id: members.id })
    .from(members)
    .where(exact === undefined ? startsWith(members.username, beginning) : eq(members.username, exact))
    .orderBy(asc(members.username))
    .limit(AT_MOST);
  return found.map(({ id }) => id);
}

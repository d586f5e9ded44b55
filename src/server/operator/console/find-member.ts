import { eq } from 'drizzle-orm';
import { normaliseUsername } from '#domain/identity.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members } from '#server/db/schema/index.ts';

/** Also finds closed accounts. */
export async function findMember(db: Db, username: string): Promise<Member | undefined> {
  const [member] = await db
    .select()
    .from(members)
    .where(eq(members.username, normaliseUsername(username)));
  return member;
}

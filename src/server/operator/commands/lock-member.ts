import { eq } from 'drizzle-orm';
import { normaliseUsername } from '#domain/identity.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members } from '#server/db/schema/index.ts';

/** The member a command is about, kept still until its transaction ends. */
export async function lockMember(tx: Db, username: string): Promise<Member | undefined> {
  const [member] = await tx
    .select()
    .from(members)
    .where(eq(members.username, normaliseUsername(username)))
    .for('update');
  return member;
}

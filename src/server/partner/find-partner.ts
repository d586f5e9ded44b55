import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { type Member, members } from '#server/db/schema/index.ts';

/** The member behind a referral code, if they can invite: not blocked, still here. */
export async function findPartner(db: Db, refCode: string): Promise<Member | undefined> {
  const [found] = await db
    .select()
    .from(members)
    .where(and(eq(members.refCode, refCode), isNull(members.blockedAt), isNull(members.closedAt)));
  return found;
}

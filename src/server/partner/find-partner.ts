import { and, eq, isNull } from 'drizzle-orm';
import type { OutputOf } from '#contracts/contract.ts';
import type { getPartner } from '#contracts/partner.ts';
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

/** A member as anybody may see them: name and photo by their own choice only. */
export function presentPartner(member: Member): OutputOf<typeof getPartner> {
  return {
    username: member.username,
    name: member.partnerShowsName ? member.name : null,
    photo: member.partnerShowsName ? member.photo : null,
    career_status: member.careerStatus,
    member_since: member.registeredAt.toISOString(),
  };
}

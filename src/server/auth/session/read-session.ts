import { and, eq, gt, isNull } from 'drizzle-orm';
import { addSeconds } from '#server/clock.ts';
import { members, sessionFamilies } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import type { Session } from '#server/http/caller.ts';
import { readAccessToken } from './access-token.ts';
import { FAMILY_SECONDS } from './lifetimes.ts';

/** The member behind an `Authorization` header, as long as the token, its family and the member stand. */
export async function readSession(house: House, header: string | undefined): Promise<Session | undefined> {
  const token = /^Bearer (\S{1,2048})$/i.exec(header ?? '')?.[1];
  const claims = token ? await readAccessToken(house, token) : undefined;
  if (!claims) return undefined;
  const [member] = await house.db
    .select()
    .from(members)
    .innerJoin(sessionFamilies, eq(sessionFamilies.memberId, members.id))
    .where(
      and(
        eq(sessionFamilies.id, claims.familyId),
        eq(members.id, claims.memberId),
        isNull(sessionFamilies.endedAt),
        isNull(members.blockedAt),
        isNull(members.closedAt),
        gt(sessionFamilies.startedAt, addSeconds(house.clock.now(), -FAMILY_SECONDS)),
      ),
    );
  return member && { familyId: claims.familyId, member: member.members };
}

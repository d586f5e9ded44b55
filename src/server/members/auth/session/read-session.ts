import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { addSeconds } from '#server/base/clock.ts';
import { prepared } from '#server/db/prepared.ts';
import { members, sessionFamilies } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Session } from '#server/api/caller.ts';
import { type AccessClaims, FAMILY_SECONDS, readAccessToken, REFRESH_SECONDS } from './tokens.ts';

export async function readSession(services: Services, header: string | undefined): Promise<Session | undefined> {
  const claims = await claimsIn(services, header);
  if (!claims) return undefined;
  const { familyId, memberId } = claims;
  const startedAfter = addSeconds(services.clock.now(), -FAMILY_SECONDS);
  const [found] = await openFamily(services.db).execute({ familyId, memberId, startedAfter });
  return found && { familyId, member: found.members };
}

async function claimsIn(services: Services, header: string | undefined): Promise<AccessClaims | undefined> {
  const token = /^Bearer (\S{1,2048})$/i.exec(header ?? '')?.[1];
  return token ? readAccessToken(services, token) : undefined;
}

const openFamily = prepared((db) =>
  db
    .select()
    .from(members)
    .innerJoin(sessionFamilies, eq(sessionFamilies.memberId, members.id))
    .where(
      and(
        eq(sessionFamilies.id, sql.placeholder('familyId')),
        eq(members.id, sql.placeholder('memberId')),
        isNull(sessionFamilies.endedAt),
        isNull(members.blockedAt),
        isNull(members.closedAt),
        gt(sessionFamilies.startedAt, sql.placeholder('startedAfter')),
      ),
    )
    .prepare('session'),
);

/** Sessions that can still be refreshed. */
export function livingSessions(now: Date, memberId: number): SQL | undefined {
  return and(
    eq(sessionFamilies.memberId, memberId),
    isNull(sessionFamilies.endedAt),
    gt(sessionFamilies.startedAt, addSeconds(now, -FAMILY_SECONDS)),
    gt(sessionFamilies.rotatedAt, addSeconds(now, -REFRESH_SECONDS)),
  );
}

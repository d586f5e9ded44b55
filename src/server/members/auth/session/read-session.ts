import { and, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { addSeconds } from '#server/base/clock.ts';
import { errorFields } from '#server/base/log.ts';
import { prepared } from '#server/db/prepared.ts';
import { members, sessionFamilies } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller, Session } from '#server/api/caller.ts';
import { traceOf } from '#server/api/caller-trace.ts';
import { type AccessClaims, FAMILY_SECONDS, readAccessToken, REFRESH_SECONDS } from './tokens.ts';

/** A call that reads must not write on each page, so the time of the last use is a minute behind at most. */
const SEEN_SECONDS = 60;

/** A refresh is a use too. */
export const lastSeenAt = sql<Date>`greatest(${sessionFamilies.rotatedAt}, ${sessionFamilies.seenAt})`.mapWith(
  sessionFamilies.rotatedAt,
);

export async function readSession(
  services: Services,
  header: string | undefined,
  visitor: Pick<Caller, 'address' | 'userAgent'>,
): Promise<Session | undefined> {
  const claims = await claimsIn(services, header);
  if (!claims) return undefined;
  const { familyId, memberId } = claims;
  const now = services.clock.now();
  const [found] = await openFamily(services.db).execute({
    familyId,
    memberId,
    startedAfter: addSeconds(now, -FAMILY_SECONDS),
  });
  if (!found) return undefined;
  if (found.lastSeenAt <= addSeconds(now, -SEEN_SECONDS)) {
    // A full disk takes no writes, and pages must still be read.
    await markSeen(services, familyId, visitor).catch((error: unknown) =>
      services.log('error', 'session-not-marked', errorFields(error)),
    );
  }
  return { familyId, member: found.member };
}

/** Of calls at once one writes. A locked row is skipped, because no read may wait for this. */
async function markSeen(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  familyId: string,
  visitor: Pick<Caller, 'address' | 'userAgent'>,
): Promise<void> {
  const now = clock.now();
  const unseen = db
    .select({ id: sessionFamilies.id })
    .from(sessionFamilies)
    .where(and(eq(sessionFamilies.id, familyId), lte(lastSeenAt, addSeconds(now, -SEEN_SECONDS))))
    .for('update', { skipLocked: true });
  await db
    .update(sessionFamilies)
    .set({ seenAt: now, ...traceOf(visitor) })
    .where(inArray(sessionFamilies.id, unseen));
}

async function claimsIn(services: Services, header: string | undefined): Promise<AccessClaims | undefined> {
  const token = /^Bearer (\S{1,2048})$/i.exec(header ?? '')?.[1];
  return token ? readAccessToken(services, token) : undefined;
}

const openFamily = prepared((db) =>
  db
    .select({ member: members, lastSeenAt })
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

import { desc, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { OutputOf } from '#contracts/contract.ts';
import type { endSessions as contract, listSessions } from '#contracts/settings.ts';
import { refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { isUuid } from '#domain/uuid.ts';
import { endOtherSessions, endOwnSession, lastSeenAt, livingSessions } from '#server/members/auth/index.ts';
import { sessionFamilies } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller, Session } from '#server/api/caller.ts';
import { logSecurity } from '#server/members/security-log/index.ts';

const MAX_SHOWN = 100;

type Items = OutputOf<typeof listSessions>['items'];

export async function listLivingSessions(services: Services, { member, familyId }: Session): Promise<Items> {
  const families = await services.db
    .select({ family: sessionFamilies, lastSeenAt })
    .from(sessionFamilies)
    .where(livingSessions(services.clock.now(), member.id))
    .orderBy(desc(eq(sessionFamilies.id, familyId)), desc(lastSeenAt))
    .limit(MAX_SHOWN);
  return families.map(({ family, lastSeenAt: seenAt }) => ({
    id: family.id,
    device: family.device,
    place: family.addressRange,
    started_at: family.startedAt.toISOString(),
    last_seen_at: seenAt.toISOString(),
    is_this: family.id === familyId,
  }));
}

type Input = z.output<typeof contract.input>;

/** Repeatable: a session that has ended is not an error. */
export async function endMemberSessions(
  services: Services,
  { id, all }: Input,
  caller: MemberCaller,
): Promise<Record<string, never> | Refused> {
  const { session } = caller;
  const memberId = session.member.id;
  if (all) {
    if (id !== undefined) return refuseField('id', 'invalid');
    await services.transaction(async (tx) => {
      await endOtherSessions(tx, services, session, 'ended');
      await logSecurity(tx, services, memberId, 'sessions-ended', caller);
    });
    return {};
  }
  if (id === undefined) return refuseField('id', 'required');
  if (id === session.familyId) return refuse('session_is_this');
  const isEnded = isUuid(id) && (await endOwnSession(services, memberId, id));
  if (!isEnded) return refuse('not_found');
  await logSecurity(services.db, services, memberId, 'session-ended', caller);
  return {};
}

import { desc, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { OutputOf } from '#contracts/contract.ts';
import type { endSessions as contract, listSessions } from '#contracts/settings.ts';
import { refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { isUuid } from '#domain/uuid.ts';
import { endOtherSessions, endOwnSession, livingSessions } from '#server/auth/index.ts';
import { sessionFamilies } from '#server/db/schema/index.ts';
import type { Services } from '#server/services.ts';
import type { MemberCaller, Session } from '#server/http/caller.ts';

/** Nobody reads more; whoever has more ends them all together. */
const MAX_SHOWN = 100;

type Items = OutputOf<typeof listSessions>['items'];

/** The sessions of a member that can still be gone on with: this one first, then those seen last. */
export async function listLivingSessions(services: Services, { member, familyId }: Session): Promise<Items> {
  const families = await services.db
    .select()
    .from(sessionFamilies)
    .where(livingSessions(services.clock.now(), member.id))
    .orderBy(desc(eq(sessionFamilies.id, familyId)), desc(sessionFamilies.rotatedAt))
    .limit(MAX_SHOWN);
  return families.map((family) => ({
    id: family.id,
    device: family.device,
    place: family.addressRange,
    started_at: family.startedAt.toISOString(),
    last_seen_at: family.rotatedAt.toISOString(),
    is_this: family.id === familyId,
  }));
}

type Input = z.output<typeof contract.input>;

/** Ends one session of the caller, or all but this. One that has ended already stays ended, so it may be asked twice. */
export async function endMemberSessions(
  services: Services,
  { id, all }: Input,
  { session }: MemberCaller,
): Promise<Record<string, never> | Refused> {
  if (all) {
    if (id !== undefined) return refuseField('id', 'invalid');
    await services.transaction((tx) => endOtherSessions(tx, services, session, 'ended'));
    return {};
  }
  if (id === undefined) return refuseField('id', 'required');
  if (id === session.familyId) return refuse('session_is_this');
  const isEnded = isUuid(id) && (await endOwnSession(services, session.member.id, id));
  return isEnded ? {} : refuse('not_found');
}

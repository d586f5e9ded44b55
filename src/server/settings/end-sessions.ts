import type * as z from 'zod/mini';
import type { endSessions as contract } from '#contracts/settings.ts';
import { fault } from '#domain/field-faults.ts';
import { type Refused, refuse } from '#domain/refusals.ts';
import { endOtherSessions, endOwnSession } from '#server/auth/index.ts';
import type { House } from '#server/house.ts';
import type { MemberCaller } from '#server/http/caller.ts';

type Input = z.output<typeof contract.input>;

const SESSION_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Ends one session of the caller, or all but this. One that has ended already stays ended, so it may be asked twice. */
export async function endMemberSessions(
  house: House,
  { id, all }: Input,
  { session }: MemberCaller,
): Promise<Record<string, never> | Refused> {
  if (all) {
    if (id !== undefined) return refuse('invalid', { fields: { id: [fault('invalid')] } });
    await house.transaction((tx) => endOtherSessions(tx, house, session, 'ended'));
    return {};
  }
  if (id === undefined) return refuse('invalid', { fields: { id: [fault('required')] } });
  if (id === session.familyId) return refuse('session_is_this');
  const isEnded = SESSION_ID.test(id) && (await endOwnSession(house, session.member.id, id));
  return isEnded ? {} : refuse('not_found');
}

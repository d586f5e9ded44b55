import type { Db } from '#server/db/connect.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import { logSecurity } from '#server/members/security-log/index.ts';
import { endOtherSessions } from './session/index.ts';

/** Call `lockMember` first. */
export async function endOthersIf(
  isAsked: boolean | undefined,
  tx: Db,
  services: Services,
  caller: MemberCaller,
): Promise<void> {
  if (!isAsked) return;
  await endOtherSessions(tx, services, caller.session, 'ended');
  await logSecurity(tx, services, caller.session.member.id, 'sessions-ended', caller);
}

import { type Refused, refuse } from '#domain/refusals.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import type { Services } from '#server/api/services.ts';
import { isStillMember } from '#server/members/auth/index.ts';
import { newestVersionIds, recordConsents } from '#server/members/consents/index.ts';

/** Repeating it changes nothing. Each version must still be the newest. */
export async function agreeToDocuments(
  services: Services,
  { agreed }: { agreed: string },
  { session: { member }, language }: MemberCaller,
): Promise<Record<string, never> | Refused> {
  const versions = agreed.split('.').map(Number);
  return services.transaction(async (tx) => {
    if (!(await isStillMember(tx, member.id))) return refuse('no_session');
    const newest = await newestVersionIds(tx);
    if (!versions.every((id) => newest.includes(id))) return refuse('agreement_outdated');
    await recordConsents(tx, member.id, { versions, language, at: services.clock.now().toISOString() });
    return {};
  });
}

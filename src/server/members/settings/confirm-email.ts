import { eq } from 'drizzle-orm';
import { type Refused, refuse } from '#domain/refusals.ts';
import { findLink, useLinks } from '#server/members/auth/index.ts';
import { isTaken } from '#server/db/failures.ts';
import { members } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller } from '#server/api/caller.ts';
import { addressKey, consumeRateLimit } from '#server/api/rate-limits.ts';
import { notify } from '#server/members/notices/index.ts';
import { logSecurity } from '#server/members/security-log/index.ts';
import { shownEmail } from '#server/base/shown-email.ts';

/** Also voids reset links sent to the old address, and notifies it. */
export async function confirmEmail(
  services: Services,
  { token }: { token: string },
  caller: Caller,
): Promise<{ email: string } | Refused> {
  const rateLimited = await consumeRateLimit(services, 'mailedLinkAddress', addressKey(caller.address));
  if (rateLimited) return rateLimited;
  const now = services.clock.now();
  return services
    .transaction(async (tx) => {
      const link = await findLink(tx, now, 'email', token);
      if (link?.state !== 'open' || !link.newEmail || link.member.blockedAt) return refuse('email_link_invalid');
      const { member, newEmail: email } = link;
      await tx.update(members).set({ email, emailChangedAt: now }).where(eq(members.id, member.id));
      await useLinks(tx, now, 'email', member.id);
      await useLinks(tx, now, 'reset', member.id);
      await notify(tx, services, member, 'email-changed');
      await logSecurity(tx, services, member.id, 'email-changed', caller);
      return { email: shownEmail(email) };
    })
    .catch((error: unknown) => {
      // The address was taken since. Only a reader of its e-mails learns that.
      if (isTaken(error, 'members_email')) return refuse('email_link_invalid');
      throw error;
    });
}

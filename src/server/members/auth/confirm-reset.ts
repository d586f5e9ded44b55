import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { confirmReset, readReset } from '#contracts/auth.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { members } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller } from '#server/api/caller.ts';
import { forgetCodeTries } from '#server/api/code-tries.ts';
import { addressKey, consumeRateLimit } from '#server/api/rate-limits.ts';
import { logSecurity } from '#server/members/security-log/index.ts';
import { hashPassword, isCommonPassword, setPassword } from './password.ts';
import { endAllSessions } from './session/index.ts';
import { listWaysIn, keepWaysIn } from './second-factor/ways-in.ts';
import { findLink, findLinkOwner, isLinkOpen } from './use-link.ts';

export async function readResetLink(
  services: Services,
  { token }: { token: string },
  caller: Caller,
): Promise<OutputOf<typeof readReset> | Refused> {
  const rateLimited = await consumeRateLimit(services, 'mailedLinkAddress', addressKey(caller.address));
  if (rateLimited) return rateLimited;
  const now = services.clock.now();
  const memberId = await findLinkOwner(services.db, 'reset', token);
  if (memberId === undefined || !(await isLinkOpen(services.db, now, 'reset', token)))
    return refuse('reset_link_invalid');
  const [member] = await services.db
    .select({ username: members.username })
    .from(members)
    .where(eq(members.id, memberId));
  if (!member) return refuse('reset_link_invalid');
  return { username: member.username, ways_in: await listWaysIn(services.db, now, memberId) };
}

export async function confirmPasswordReset(
  services: Services,
  { token, password, keep }: z.output<typeof confirmReset.input>,
  caller: Caller,
): Promise<Record<string, never> | Refused> {
  const rateLimited = await consumeRateLimit(services, 'mailedLinkAddress', addressKey(caller.address));
  if (rateLimited) return rateLimited;
  // Checked before the expensive hash.
  if (!(await isLinkOpen(services.db, services.clock.now(), 'reset', token))) return refuse('reset_link_invalid');
  if (isCommonPassword(password)) return refuseField('password', 'password_common');
  const passwordHash = await hashPassword(password, services.config.hashCosts.password);
  return services.transaction(async (tx) => {
    const link = await findLink(tx, services.clock.now(), 'reset', token);
    if (link?.state !== 'open') return refuse('reset_link_invalid');
    await setPassword(tx, services, link.member, passwordHash);
    await tx.update(members).set({ passwordResetAt: services.clock.now() }).where(eq(members.id, link.member.id));
    await forgetCodeTries({ db: tx }, String(link.member.id));
    await endAllSessions(tx, services, link.member.id, 'password');
    await logSecurity(tx, services, link.member.id, 'password-reset', caller);
    await keepWaysIn(tx, services, link.member, keep, caller);
    return {};
  });
}

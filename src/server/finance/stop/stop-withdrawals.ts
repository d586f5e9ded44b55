import { and, eq } from 'drizzle-orm';
import { refuse, type Refused } from '#domain/refusals.ts';
import { waitState } from '#domain/saved-destination.ts';
import { endAllSessions, findLink, findLinkOwner, type FoundLink, useLinks } from '#server/auth/index.ts';
import type { Db } from '#server/db/connect.ts';
import { mailedLinks, members, savedDestinations } from '#server/db/schema/index.ts';
import type { Services } from '#server/services.ts';
import type { Caller } from '#server/http/caller.ts';
import { addressKey, consumeRateLimit } from '#server/http/rate-limits.ts';
import { lockAccounts } from '#server/ledger/index.ts';
import { notify } from '#server/notices/index.ts';
import { logSecurity } from '#server/security-log/index.ts';

/**
 * By the link “This wasn’t me”, which the owner of the mailbox uses without a session: nothing leaves any more, nobody
 * is signed in, the destination of that e-mail is gone, and what waits to take effect (another e-mail address, the
 * end of the wait for new destinations) does not.
 */
export async function stopByLink(
  services: Services,
  { token }: { token: string },
  caller: Caller,
): Promise<Record<string, never> | Refused> {
  const rateLimited = await consumeRateLimit(services, 'mailedLinkAddress', addressKey(caller.address));
  if (rateLimited) return rateLimited;
  return services.transaction(async (tx) => {
    const now = services.clock.now();
    const memberId = await findLinkOwner(tx, 'stop', token);
    if (memberId === undefined) return refuse('stop_link_invalid');
    // Whatever this member's money does after this finds it stopped.
    await lockAccounts(tx, [{ kind: 'available', memberId }]);
    const found = await findLink(tx, now, 'stop', token);
    if (!found || found.state === 'expired') return refuse('stop_link_invalid');
    // Pressed twice it says the same; once the pause is lifted it is an old e-mail.
    if (found.state === 'used') return found.member.withdrawalsStoppedAt ? {} : refuse('stop_link_invalid');
    await stop(tx, services, found, caller);
    return {};
  });
}

async function stop(tx: Db, services: Services, { linkId, destinationId, member }: FoundLink, caller: Caller) {
  const now = services.clock.now();
  await tx.update(mailedLinks).set({ usedAt: now }).where(eq(mailedLinks.id, linkId));
  await useLinks(tx, now, 'email', member.id);
  await tx
    .update(members)
    .set({
      withdrawalsStoppedAt: member.withdrawalsStoppedAt ?? now,
      ...(waitState(member, now) === 'ending' && { destinationWaitEndsAt: null }),
    })
    .where(eq(members.id, member.id));
  await endAllSessions(tx, services, member.id, 'ended');
  if (destinationId && (await remove(tx, member.id, destinationId))) {
    await logSecurity(tx, services, member.id, 'destination-removed', caller);
  }
  if (member.withdrawalsStoppedAt) return;
  await logSecurity(tx, services, member.id, 'withdrawals-stopped', caller);
  await notify(tx, services, member, 'withdrawals-stopped');
}

async function remove(tx: Db, memberId: number, id: string): Promise<boolean> {
  const isIt = and(eq(savedDestinations.id, id), eq(savedDestinations.memberId, memberId));
  const removed = await tx.delete(savedDestinations).where(isIt).returning({ id: savedDestinations.id });
  return removed.length > 0;
}

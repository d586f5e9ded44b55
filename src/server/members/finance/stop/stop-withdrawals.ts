import { eq } from 'drizzle-orm';
import type { OutputOf } from '#contracts/contract.ts';
import type { stopWithdrawals } from '#contracts/destinations.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { type TakenBack, takenBackAbout } from '#domain/rescue.ts';
import { findLink, findLinkOwner, type FoundLink } from '#server/members/auth/index.ts';
import type { Db } from '#server/db/connect.ts';
import { mailedLinks, members } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller } from '#server/api/caller.ts';
import { addressKey, consumeRateLimit } from '#server/api/rate-limits.ts';
import { lockAccounts } from '#server/ledger/index.ts';
import { notify } from '#server/members/notices/index.ts';
import { logSecurity } from '#server/members/security-log/index.ts';
import { takeBack } from './take-back.ts';

/** The link “This wasn’t me”, used without a session. Pauses withdrawals and applies `RESCUE`. */
export async function stopByLink(
  services: Services,
  { token }: { token: string },
  caller: Caller,
): Promise<OutputOf<typeof stopWithdrawals> | Refused> {
  const rateLimited = await consumeRateLimit(services, 'mailedLinkAddress', addressKey(caller.address));
  if (rateLimited) return rateLimited;
  return services.transaction(async (tx) => {
    const now = services.clock.now();
    const memberId = await findLinkOwner(tx, 'stop', token);
    if (memberId === undefined) return refuse('stop_link_invalid');
    // Later changes of the money wait for this lock and see the pause.
    await lockAccounts(tx, [{ kind: 'available', memberId }]);
    const link = await findLink(tx, now, 'stop', token);
    if (!link || link.state === 'expired') return refuse('stop_link_invalid');
    // A repeat gets the same answer. Once the pause is lifted, the link is invalid.
    if (link.state === 'used')
      return link.member.withdrawalsStoppedAt ? { taken_back: link.takenBack ?? [] } : refuse('stop_link_invalid');
    return { taken_back: await stop(tx, services, link, caller) };
  });
}

async function stop(tx: Db, services: Services, link: FoundLink, caller: Caller): Promise<TakenBack[]> {
  const now = services.clock.now();
  const { linkId, member } = link;
  const stoppedAt = member.withdrawalsStoppedAt ?? now;
  await tx.update(members).set({ withdrawalsStoppedAt: stoppedAt }).where(eq(members.id, member.id));
  const takenBack = await takeBack(tx, services, link, caller);
  await tx.update(mailedLinks).set({ usedAt: now, takenBack }).where(eq(mailedLinks.id, linkId));
  const isFirst = !member.withdrawalsStoppedAt;
  if (isFirst) await logSecurity(tx, services, member.id, 'withdrawals-stopped', caller);
  if (isFirst || takenBack.length > 0)
    await notify(tx, services, member, 'withdrawals-stopped', takenBackAbout(takenBack));
  return takenBack;
}

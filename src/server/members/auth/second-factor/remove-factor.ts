import { eq } from 'drizzle-orm';
import { refuse, type Refused } from '#domain/refusals.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { factorRemovals, type Member, members } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller } from '#server/api/caller.ts';
import { addressKey, consumeRateLimit } from '#server/api/rate-limits.ts';
import { addJob, type JobPayloads } from '#server/jobs/add-job.ts';
import { notify } from '#server/members/notices/index.ts';
import { logSecurity } from '#server/members/security-log/index.ts';
import { findLink, useLinks } from '../use-link.ts';
import { hasFactor, stopRemoval } from './prove-factor.ts';
import { eraseFactor } from './switch-factor.ts';

const HOUR_SECONDS = 60 * 60;

/** Returns when the removal is due, or why there is none. The member can stop it until then. */
export async function requestFactorRemoval(
  tx: Db,
  services: Services,
  member: Member,
): Promise<Date | 'not on' | 'asked already'> {
  if (!(await hasFactor(tx, member.id))) return 'not on';
  const askedAt = services.clock.now();
  const dueAt = addSeconds(askedAt, services.config.secondFactorRemovalHours * HOUR_SECONDS);
  const inserted = await tx
    .insert(factorRemovals)
    .values({ memberId: member.id, askedAt, dueAt })
    .onConflictDoNothing()
    .returning({ memberId: factorRemovals.memberId });
  if (inserted.length === 0) return 'asked already';
  await addJob(tx, 'remove-second-factor', { memberId: member.id }, { runAt: dueAt });
  await notify(tx, services, member, 'second-factor-removing');
  await logSecurity(tx, services, member.id, 'removal-asked', undefined);
  return dueAt;
}

/** Does nothing if the removal was stopped, or requested again and not yet due. */
export async function carryOutRemoval(
  services: Services,
  { memberId }: JobPayloads['remove-second-factor'],
): Promise<void> {
  await services.transaction(async (tx) => {
    const [removal] = await tx.select().from(factorRemovals).where(eq(factorRemovals.memberId, memberId)).for('update');
    if (!removal || removal.dueAt > services.clock.now()) return;
    const [member] = await tx.select().from(members).where(eq(members.id, memberId));
    if (!member || !(await eraseFactor(tx, services, member))) return;
    await logSecurity(tx, services, memberId, 'second-factor-off', undefined);
  });
}

export async function keepMemberFactor(
  services: Services,
  { token }: { token: string },
  caller: Caller,
): Promise<Record<string, never> | Refused> {
  const rateLimited = await consumeRateLimit(services, 'mailedLinkAddress', addressKey(caller.address));
  if (rateLimited) return rateLimited;
  return services.transaction(async (tx) => {
    const link = await findLink(tx, services.clock.now(), 'keep-factor', token);
    if (link?.state !== 'open') return refuse('removal_link_invalid');
    await useLinks(tx, services.clock.now(), 'keep-factor', link.member.id);
    return (await stopRemoval({ db: tx, clock: services.clock }, link.member, caller))
      ? {}
      : refuse('removal_link_invalid');
  });
}

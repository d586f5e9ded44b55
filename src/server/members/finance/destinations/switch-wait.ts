import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { OutputOf } from '#contracts/contract.ts';
import type { switchDestinationWait } from '#contracts/destinations.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { DESTINATION_WAIT_SECONDS, waitState } from '#domain/saved-destination.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import { notify } from '#server/members/notices/index.ts';
import { logSecurity } from '#server/members/security-log/index.ts';
import { lockMoneyOf } from '../lock-member.ts';
import { presentWait } from './read-destinations.ts';
import { proveChange } from './prove-change.ts';

type Input = z.output<typeof switchDestinationWait.input>;

/** On: at once, without proof. Off: a day later and revocable, so that a thief can't skip the wait. */
export async function switchMemberWait(
  tx: Db,
  services: Services,
  { to, ...proof }: Input,
  caller: MemberCaller,
): Promise<OutputOf<typeof switchDestinationWait> | Refused> {
  const now = services.clock.now();
  const member = await lockMoneyOf(tx, caller.session.member.id);
  if (!member) return refuse('no_session');
  const state = waitState(member, now);
  if (to === 'on' ? state === 'on' : state !== 'on') return presentWait(member, now);
  if (to === 'on') {
    const since = state === 'ending' ? member.destinationWaitSince : now;
    return change(tx, services, caller, { to, since, endsAt: null });
  }
  if (member.withdrawalsStoppedAt) return refuse('withdrawals_stopped');
  const unproven = await proveChange(tx, services, member, proof, caller);
  if (unproven) return unproven;
  const endsAt = addSeconds(now, DESTINATION_WAIT_SECONDS);
  return change(tx, services, caller, { to, since: member.destinationWaitSince, endsAt });
}

type Change = { to: 'on' | 'off'; since: Date | null; endsAt: Date | null };

async function change(tx: Db, services: Services, caller: MemberCaller, { to, since, endsAt }: Change) {
  const { id } = caller.session.member;
  const [changed] = await tx
    .update(members)
    .set({ destinationWaitSince: since, destinationWaitEndsAt: endsAt })
    .where(eq(members.id, id))
    .returning();
  const member: Member = changed ?? caller.session.member;
  await notify(tx, services, member, `destination-wait-${to}`);
  await logSecurity(tx, services, id, `destination-wait-${to}`, caller);
  return presentWait(member, services.clock.now());
}

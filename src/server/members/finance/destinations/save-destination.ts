import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import type { SavedDestination, saveDestination } from '#contracts/destinations.ts';
import { refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { MAX_SAVED_DESTINATIONS, savedAbout } from '#domain/saved-destination.ts';
import type { Db } from '#server/db/connect.ts';
import { savedDestinations } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import { termsRefusal } from '#server/members/consents/index.ts';
import { notify } from '#server/members/notices/index.ts';
import { logSecurity } from '#server/members/security-log/index.ts';
import { lockMoneyOf } from '../lock-member.ts';
import { recogniseFor } from '../recognise.ts';
import { proveChange } from './prove-change.ts';
import { findDestinations, presentDestination } from './read-destinations.ts';

type Input = z.output<typeof saveDestination.input>;

export async function saveMemberDestination(
  tx: Db,
  services: Services,
  { name, destination, ...proof }: Input,
  caller: MemberCaller,
): Promise<SavedDestination | Refused> {
  const recognised = recogniseFor(services, destination);
  if ('fault' in recognised) return refuseField('destination', recognised.fault);
  const member = await lockMoneyOf(tx, caller.session.member.id);
  if (!member) return refuse('no_session');
  if (member.withdrawalsStoppedAt) return refuse('withdrawals_stopped');
  const unagreed = await termsRefusal(tx, member.id);
  if (unagreed) return unagreed;
  const rows = await findDestinations(tx, member.id);
  if (rows.some((saved) => saved.destination === destination)) return refuseField('destination', 'destination_saved');
  if (rows.length >= MAX_SAVED_DESTINATIONS) return refuse('too_many_destinations');
  const unproven = await proveChange(tx, services, member, proof, caller);
  if (unproven) return unproven;
  const [row] = await tx
    .insert(savedDestinations)
    .values({
      id: randomUUID(),
      memberId: member.id,
      name,
      destination,
      network: recognised.network,
      savedAt: services.clock.now(),
    })
    .returning();
  if (!row) throw new Error('the destination was not written');
  await notify(tx, services, member, 'destination-saved', savedAbout(row));
  await logSecurity(tx, services, member.id, 'destination-saved', caller);
  return presentDestination(row);
}

import { and, eq } from 'drizzle-orm';
import type { SavedDestination } from '#contracts/destinations.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { isUuid } from '#domain/uuid.ts';
import { savedDestinations } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import { logSecurity } from '#server/members/security-log/index.ts';
import { presentDestination } from './read-destinations.ts';

/** Needs no proof and starts no new wait, because only the owner sees the name. */
export async function renameMemberDestination(
  services: Services,
  { id, name }: { id: string; name: string },
  caller: MemberCaller,
): Promise<SavedDestination | Refused> {
  const { member } = caller.session;
  if (!isUuid(id)) return refuse('not_found');
  return services.transaction(async (tx) => {
    const [row] = await tx.select().from(savedDestinations).where(isOwn(member.id, id)).for('update');
    if (!row) return refuse('not_found');
    if (row.name === name) return presentDestination(row);
    await tx.update(savedDestinations).set({ name }).where(isOwn(member.id, id));
    await logSecurity(tx, services, member.id, 'destination-renamed', caller);
    return presentDestination({ ...row, name });
  });
}

/** Withdrawals already on their way there continue. */
export async function removeMemberDestination(
  services: Services,
  { id }: { id: string },
  caller: MemberCaller,
): Promise<Record<string, never> | Refused> {
  const { member } = caller.session;
  if (!isUuid(id)) return refuse('not_found');
  return services.transaction(async (tx) => {
    const removed = await tx
      .delete(savedDestinations)
      .where(isOwn(member.id, id))
      .returning({ id: savedDestinations.id });
    if (removed.length === 0) return refuse('not_found');
    await logSecurity(tx, services, member.id, 'destination-removed', caller);
    return {};
  });
}

function isOwn(memberId: number, id: string) {
  return and(eq(savedDestinations.id, id), eq(savedDestinations.memberId, memberId));
}

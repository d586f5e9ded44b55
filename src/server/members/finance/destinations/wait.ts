import { and, eq } from 'drizzle-orm';
import { type Refused, refuse, refuseField } from '#domain/refusals.ts';
import { fault } from '#domain/field-faults.ts';
import { DESTINATION_WAIT_SECONDS, waitState } from '#domain/saved-destination.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, savedDestinations } from '#server/db/schema/index.ts';

const HOUR_SECONDS = 60 * 60;

export function usableAt({ savedAt }: { savedAt: Date }): Date {
  return addSeconds(savedAt, DESTINATION_WAIT_SECONDS);
}

/** Requires the lock of the member's money, and the row as read under it. */
export async function checkWait(
  tx: Db,
  member: Pick<Member, 'id' | 'destinationWaitSince' | 'destinationWaitEndsAt'>,
  destination: string,
  now: Date,
): Promise<Refused | undefined> {
  if (waitState(member, now) === 'off') return undefined;
  const isDestination = and(eq(savedDestinations.memberId, member.id), eq(savedDestinations.destination, destination));
  const [saved] = await tx.select().from(savedDestinations).where(isDestination);
  if (!saved) return refuseField('destination', 'destination_unsaved');
  const waitSeconds = Math.ceil((usableAt(saved).getTime() - now.getTime()) / 1000);
  if (waitSeconds <= 0) return undefined;
  const hours = Math.ceil(waitSeconds / HOUR_SECONDS);
  return refuse('invalid', {
    fields: { destination: [fault('destination_waits', { count: hours })] },
    retryAfterSeconds: waitSeconds,
  });
}

import { asc, eq } from 'drizzle-orm';
import type { getDestinations, SavedDestination, switchDestinationWait } from '#contracts/destinations.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { waitState } from '#domain/saved-destination.ts';
import { hasFactor } from '#server/members/auth/index.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, memberPins, savedDestinations } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { usableAt } from './wait.ts';

type Row = typeof savedDestinations.$inferSelect;

export function findDestinations(db: Db, memberId: number): Promise<Row[]> {
  return db
    .select()
    .from(savedDestinations)
    .where(eq(savedDestinations.memberId, memberId))
    .orderBy(asc(savedDestinations.savedAt), asc(savedDestinations.id));
}

export async function readDestinations(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  member: Member,
): Promise<OutputOf<typeof getDestinations>> {
  const [rows, isOn, pins] = await Promise.all([
    findDestinations(db, member.id),
    hasFactor(db, member.id),
    db.$count(memberPins, eq(memberPins.memberId, member.id)),
  ]);
  const proof = isOn ? 'code' : pins > 0 ? 'pin' : 'no_pin';
  return { items: rows.map(presentDestination), next: null, wait: presentWait(member, clock.now()), proof };
}

export function presentDestination(row: Row): SavedDestination {
  const { id, name, destination, network, savedAt } = row;
  const [at, usable] = [savedAt.toISOString(), usableAt(row).toISOString()];
  return { id, name, destination, network, saved_at: at, usable_at: usable };
}

export function presentWait(member: Member, now: Date): OutputOf<typeof switchDestinationWait> {
  const state = waitState(member, now);
  const endsAt = state === 'ending' ? member.destinationWaitEndsAt : null;
  return { is_on: state !== 'off', ends_at: endsAt?.toISOString() ?? null };
}

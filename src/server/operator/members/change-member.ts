import { and, eq, isNull } from 'drizzle-orm';
import type { CareerStatus } from '#domain/career-status.ts';
import { normaliseUsername } from '#domain/identity.ts';
import { endAllSessions } from '#server/members/auth/index.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';

/** Locks the row. Closed accounts are not found. */
export async function lockMember(tx: Db, username: string): Promise<Member | undefined> {
  const [member] = await tx
    .select()
    .from(members)
    .where(and(eq(members.username, normaliseUsername(username)), isNull(members.closedAt)))
    .for('update');
  return member;
}

export async function blockMember(tx: Db, services: Services, member: Member): Promise<boolean> {
  if (member.blockedAt) return false;
  await tx.update(members).set({ blockedAt: services.clock.now() }).where(eq(members.id, member.id));
  await endAllSessions(tx, services, member.id, 'blocked');
  return true;
}

export async function unblockMember(tx: Db, member: Member): Promise<boolean> {
  if (!member.blockedAt) return false;
  await tx.update(members).set({ blockedAt: null }).where(eq(members.id, member.id));
  return true;
}

export async function setCareerStatus(tx: Db, { id }: Member, careerStatus: CareerStatus): Promise<void> {
  await tx.update(members).set({ careerStatus }).where(eq(members.id, id));
}

export function endSessions(tx: Db, services: Services, { id }: Member): Promise<number> {
  return endAllSessions(tx, services, id, 'ended');
}

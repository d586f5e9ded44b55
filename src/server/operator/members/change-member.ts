import { and, eq, isNull } from 'drizzle-orm';
import type { CareerStatus } from '#domain/career-status.ts';
import { normaliseUsername } from '#domain/identity.ts';
import { endAllSessions } from '#server/members/auth/index.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';

/** The member that somebody wants to change, kept still until the transaction ends; who has left is not found. */
export async function lockMember(tx: Db, username: string): Promise<Member | undefined> {
  const [member] = await tx
    .select()
    .from(members)
    .where(and(eq(members.username, normaliseUsername(username)), isNull(members.closedAt)))
    .for('update');
  return member;
}

/** Signs a member out everywhere and keeps them out; false when they are blocked already. */
export async function blockMember(tx: Db, services: Services, member: Member): Promise<boolean> {
  if (member.blockedAt) return false;
  await tx.update(members).set({ blockedAt: services.clock.now() }).where(eq(members.id, member.id));
  await endAllSessions(tx, services, member.id, 'blocked');
  return true;
}

/** Lets a blocked member sign in again; false when they are not blocked. */
export async function unblockMember(tx: Db, member: Member): Promise<boolean> {
  if (!member.blockedAt) return false;
  await tx.update(members).set({ blockedAt: null }).where(eq(members.id, member.id));
  return true;
}

export async function setCareerStatus(tx: Db, { id }: Member, careerStatus: CareerStatus): Promise<void> {
  await tx.update(members).set({ careerStatus }).where(eq(members.id, id));
}

/** Signs a member out everywhere; they can sign in again. Says how many sessions that were. */
export function endSessions(tx: Db, services: Services, { id }: Member): Promise<number> {
  return endAllSessions(tx, services, id, 'ended');
}

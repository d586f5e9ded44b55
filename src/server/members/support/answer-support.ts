import { eq } from 'drizzle-orm';
import { refuse, type Refused } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members, supportAnswers, supportRequests } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { notify } from '#server/members/notices/index.ts';

export type SupportRow = typeof supportRequests.$inferSelect;

export async function lockSupport(tx: Db, id: number): Promise<{ row: SupportRow; member: Member } | undefined> {
  const [found] = await tx
    .select({ row: supportRequests, member: members })
    .from(supportRequests)
    .innerJoin(members, eq(members.id, supportRequests.memberId))
    .where(eq(supportRequests.id, id))
    .for('update', { of: supportRequests });
  return found;
}

export async function answerSupport(
  tx: Db,
  services: Services,
  { row: { id, state }, member }: { row: SupportRow; member: Member },
  { text, operator }: { text: string; operator: string },
): Promise<Refused | void> {
  if (state === 'closed') return refuse('support_closed');
  const at = services.clock.now();
  await tx.insert(supportAnswers).values({ requestId: id, text, operator, at });
  await tx.update(supportRequests).set({ state: 'answered', answeredAt: at }).where(eq(supportRequests.id, id));
  await notify(tx, services, member, 'support-answered', String(id));
}

export async function closeSupport(tx: Db, { id, state }: SupportRow): Promise<Refused | void> {
  if (state === 'closed') return refuse('support_closed');
  await tx.update(supportRequests).set({ state: 'closed' }).where(eq(supportRequests.id, id));
}

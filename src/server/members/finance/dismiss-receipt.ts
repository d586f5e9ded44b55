import { and, eq } from 'drizzle-orm';
import { type Refused, refuse } from '#domain/refusals.ts';
import { isUuid } from '#domain/uuid.ts';
import { withdrawals } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller } from '#server/api/caller.ts';

/** Changes nothing for a withdrawal without a receipt, also for an open one. */
export async function dismissMemberReceipt(
  { transaction }: Services,
  { id }: { id: string },
  { session: { member } }: MemberCaller,
): Promise<Record<string, never> | Refused> {
  if (!isUuid(id)) return refuse('not_found');
  const isOwn = and(eq(withdrawals.id, id), eq(withdrawals.memberId, member.id));
  const rows = await transaction((tx) =>
    tx.update(withdrawals).set({ receiptUntil: null }).where(isOwn).returning({ id: withdrawals.id }),
  );
  return rows.length > 0 ? {} : refuse('not_found');
}

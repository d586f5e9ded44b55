import { type Refused, refuse } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import { lockWithdrawal, returnWithdrawal, type WithdrawalRow } from './move-withdrawal.ts';

/** Refuses with `withdrawal_moved_on` once approved or rejected. */
export async function cancelMemberWithdrawal(
  tx: Db,
  services: Services,
  { id }: { id: string },
  { session: { member } }: MemberCaller,
): Promise<WithdrawalRow | Refused> {
  const row = await lockWithdrawal(tx, id, member.id);
  if (!row) return refuse('not_found');
  return row.state === 'cancelled' ? row : returnWithdrawal(tx, services, row, 'member', { state: 'cancelled' });
}

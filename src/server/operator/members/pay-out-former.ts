import { and, eq, isNotNull } from 'drizzle-orm';
import { normaliseUsername } from '#domain/identity.ts';
import { isRefused, refuse, type Refused, refuseField } from '#domain/refusals.ts';
import type { Services } from '#server/api/services.ts';
import type { Actor } from '#server/base/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { members } from '#server/db/schema/index.ts';
import { lockAccounts, readBalance } from '#server/ledger/index.ts';
import { openWithdrawal, recogniseFor, type WithdrawalRow } from '#server/members/finance/index.ts';

type PayOut = {
  username: string;
  destination: string;
  actor: Actor;
  /** Balance that the caller saw; another balance is refused. */
  seenMicros?: bigint | undefined;
  /** A person must approve it, however small it is. */
  needsApproval?: boolean;
};

/** Withdraws the whole balance of a closed account. Repeated, nothing is left: `page_outdated`. */
export async function payOutFormer(
  tx: Db,
  services: Services,
  { username, destination, actor, seenMicros, needsApproval = false }: PayOut,
): Promise<{ username: string; row: WithdrawalRow } | Refused> {
  const [member] = await tx
    .select()
    .from(members)
    .where(and(eq(members.username, normaliseUsername(username)), isNotNull(members.closedAt)));
  if (!member) return refuse('not_found');
  const recognised = recogniseFor(services, destination);
  if ('fault' in recognised) return refuseField('destination', recognised.fault);
  await lockAccounts(tx, [{ kind: 'available', memberId: member.id }]);
  const { availableMicros: amountMicros } = await readBalance(tx, member.id);
  const isAsSeen = seenMicros === undefined || seenMicros === amountMicros;
  if (amountMicros === 0n || !isAsSeen) return refuse('page_outdated');
  const order = { destination, network: recognised.network, amountMicros, needsApproval };
  const row = await openWithdrawal(tx, services, member, order, actor);
  return isRefused(row) ? row : { username: member.username, row };
}

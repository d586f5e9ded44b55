import { randomBytes } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { closeAccount } from '#contracts/data.ts';
import { fault } from '#domain/field-faults.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { hashPassword, provePassword } from '#server/auth/index.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members, supportRequests } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import type { MemberCaller } from '#server/http/caller.ts';
import { lockAccounts, readBalance } from '#server/ledger/index.ts';
import { findUnfinished } from '#server/transactions/index.ts';
import { forgetMember } from './forget-member.ts';

type Input = z.output<typeof closeAccount.input>;

/**
 * Closes an account for good, in one transaction. The member's money is locked first, as by everybody who moves it:
 * what came before is seen here, what comes after sees that nobody is there.
 */
export async function closeMemberAccount(
  house: House,
  { password }: Input,
  { session: { member } }: MemberCaller,
): Promise<Record<string, never> | Refused> {
  if (member.inviterId === null) return refuse('closure_top');
  const unproven = await provePassword(house, member, 'password', password);
  if (unproven) return unproven;
  // Nobody knows what this is the hash of, and whoever tries waits as long as for any other.
  const noPassword = await hashPassword(randomBytes(32).toString('base64url'));
  return house.transaction(async (tx) => {
    const found = await lock(tx, member.id);
    if (!found || found.closedAt || found.blockedAt) return refuse('no_session');
    if (found.passwordHash !== member.passwordHash) {
      return refuse('invalid', { fields: { password: [fault('password_wrong')] } });
    }
    const obstacle = await findObstacle(tx, member.id);
    if (obstacle) return obstacle;
    await forgetMember(tx, house, found, noPassword);
    return {};
  });
}

/** In the order of everybody else: money, requests that the operator may be answering, the member. */
async function lock(tx: Db, id: number): Promise<Member | undefined> {
  await lockAccounts(tx, [{ kind: 'available', memberId: id }]);
  const isOpen = and(eq(supportRequests.memberId, id), ne(supportRequests.message, ''));
  await tx.select({ id: supportRequests.id }).from(supportRequests).where(isOpen).for('update');
  const [member] = await tx.select().from(members).where(eq(members.id, id)).for('update');
  return member;
}

/** Money would be nobody's: it has to leave first. What an open withdrawal holds is money too. */
async function findObstacle(tx: Db, memberId: number): Promise<Refused | undefined> {
  if (await findUnfinished(tx, memberId)) return refuse('closure_unfinished');
  const { availableMicros, heldMicros } = await readBalance(tx, memberId);
  return availableMicros + heldMicros > 0n ? refuse('closure_money') : undefined;
}

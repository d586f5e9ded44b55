import { count, eq } from 'drizzle-orm';
import type { OutputOf } from '#contracts/contract.ts';
import type { getSecondFactor } from '#contracts/second-factor.ts';
import type { Db } from '#server/db/connect.ts';
import { factorRemovals, memberTotps, recoveryCodes } from '#server/db/schema/index.ts';
import { findPasskeys } from './passkeys.ts';

/** How a member's account is locked besides the password, as they see it. */
export async function readFactor(db: Db, memberId: number): Promise<OutputOf<typeof getSecondFactor>> {
  const [[totp], [codes], [removal], passkeys] = await Promise.all([
    db.select({ setAt: memberTotps.setAt }).from(memberTotps).where(eq(memberTotps.memberId, memberId)),
    db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.memberId, memberId)),
    db.select({ dueAt: factorRemovals.dueAt }).from(factorRemovals).where(eq(factorRemovals.memberId, memberId)),
    findPasskeys(db, memberId),
  ]);
  return {
    is_on: totp !== undefined,
    set_at: totp?.setAt.toISOString() ?? null,
    recovery_codes_left: codes?.left ?? 0,
    removal_due_at: removal?.dueAt.toISOString() ?? null,
    passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({
      id,
      name,
      created_at: createdAt.toISOString(),
      used_at: usedAt?.toISOString() ?? null,
    })),
  };
}

import { eq } from 'drizzle-orm';
import type { OutputOf } from '#contracts/contract.ts';
import type { getSecondFactor } from '#contracts/second-factor.ts';
import type { Db } from '#server/db/connect.ts';
import { factorRemovals, memberTotps, recoveryCodes } from '#server/db/schema/index.ts';
import { findPasskeys } from './passkeys.ts';

export async function readFactor(db: Db, memberId: number): Promise<OutputOf<typeof getSecondFactor>> {
  const codesLeft = db.$count(recoveryCodes, eq(recoveryCodes.memberId, memberTotps.memberId));
  const [[totp], passkeys] = await Promise.all([
    db
      .select({ setAt: memberTotps.setAt, codesLeft, dueAt: factorRemovals.dueAt })
      .from(memberTotps)
      .leftJoin(factorRemovals, eq(factorRemovals.memberId, memberTotps.memberId))
      .where(eq(memberTotps.memberId, memberId)),
    findPasskeys(db, memberId),
  ]);
  return {
    is_on: totp !== undefined,
    set_at: totp?.setAt.toISOString() ?? null,
    recovery_codes_left: totp?.codesLeft ?? 0,
    removal_due_at: totp?.dueAt?.toISOString() ?? null,
    passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({
      id,
      name,
      created_at: createdAt.toISOString(),
      used_at: usedAt?.toISOString() ?? null,
    })),
  };
}

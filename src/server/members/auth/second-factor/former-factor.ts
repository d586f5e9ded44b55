import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { TakenBack } from '#domain/rescue.ts';
import type { Db } from '#server/db/connect.ts';
import { formerRecoveryCodes, formerTotps, memberTotps, recoveryCodes } from '#server/db/schema/index.ts';

/** Keeps copies for `takeBackFactor`. Returns whether there was an app. */
export async function retireFactor(tx: Db, now: Date, memberId: number): Promise<boolean> {
  const totps = await tx.delete(memberTotps).where(eq(memberTotps.memberId, memberId)).returning();
  if (totps.length > 0)
    await tx
      .insert(formerTotps)
      .values(totps.map((totp) => ({ ...totp, endedAt: now })))
      .onConflictDoNothing();
  await retireCodes(tx, now, memberId);
  return totps.length > 0;
}

export async function retireCodes(tx: Db, now: Date, memberId: number): Promise<void> {
  const codes = await tx.delete(recoveryCodes).where(eq(recoveryCodes.memberId, memberId)).returning();
  if (codes.length === 0) return;
  await tx
    .insert(formerRecoveryCodes)
    .values(codes.map((code) => ({ ...code, endedAt: now })))
    .onConflictDoNothing();
}

export async function takeBackFactor(tx: Db, since: Date, memberId: number): Promise<TakenBack[]> {
  const isNewApp = and(eq(memberTotps.memberId, memberId), gt(memberTotps.setAt, since));
  const removed = await tx.delete(memberTotps).where(isNewApp).returning();
  const wasOn = and(eq(formerTotps.memberId, memberId), lte(formerTotps.setAt, since), gt(formerTotps.endedAt, since));
  const [former] = await tx.delete(formerTotps).where(wasOn).returning();
  if (former) await restoreApp(tx, former);
  const hasNewCodes = await removeNewCodes(tx, since, memberId);
  const hasApp = (await tx.$count(memberTotps, eq(memberTotps.memberId, memberId))) > 0;
  if (hasApp) await restoreCodes(tx, since, memberId);
  return [
    ...(removed.length > 0 ? [{ kind: 'app' } as const] : []),
    ...(former ? [{ kind: 'app_restored' } as const] : []),
    ...(hasNewCodes && hasApp && !former ? [{ kind: 'recovery_codes' } as const] : []),
  ];
}

async function restoreApp(tx: Db, former: typeof formerTotps.$inferSelect): Promise<void> {
  const { memberId, secret, lastStep, setAt } = former;
  await tx.insert(memberTotps).values({ memberId, secret, lastStep, setAt });
}

async function removeNewCodes(tx: Db, since: Date, memberId: number): Promise<boolean> {
  const isNew = and(eq(recoveryCodes.memberId, memberId), gt(recoveryCodes.madeAt, since));
  return (await tx.delete(recoveryCodes).where(isNew).returning()).length > 0;
}

async function restoreCodes(tx: Db, since: Date, memberId: number): Promise<void> {
  const { madeAt } = formerRecoveryCodes;
  const isOld = or(isNull(madeAt), lte(madeAt, since));
  const wereValid = and(eq(formerRecoveryCodes.memberId, memberId), isOld, gt(formerRecoveryCodes.endedAt, since));
  const codes = await tx.delete(formerRecoveryCodes).where(wereValid).returning();
  if (codes.length === 0) return;
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ memberId, hash: code.hash, madeAt: code.madeAt })))
    .onConflictDoNothing();
}

import { and, eq, lt } from 'drizzle-orm';
import { isRefused, type Refused, refuseField } from '#domain/refusals.ts';
import { isRecoveryCode } from '#domain/second-factor.ts';
import type { Db } from '#server/db/connect.ts';
import { factorRemovals, type Member, memberTotps, recoveryCodes } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller, Session } from '#server/api/caller.ts';
import { tryCode } from '#server/api/code-tries.ts';
import { notify } from '#server/members/notices/index.ts';
import { checkTotp, findRecoveryCode } from '#server/api/second-factor/index.ts';
import { logSecurity } from '#server/members/security-log/index.ts';
import { seal, unseal } from '#server/base/seal.ts';
import { provePassword } from '../password.ts';

type Proof = { password: string; code?: string | undefined };

type Totp = typeof memberTotps.$inferSelect;

export async function hasFactor(db: Db, memberId: number): Promise<boolean> {
  return (await findTotp(db, memberId)) !== undefined;
}

async function findTotp(db: Db, memberId: number): Promise<Totp | undefined> {
  const [totp] = await db.select().from(memberTotps).where(eq(memberTotps.memberId, memberId));
  return totp;
}

export async function proveOwner(
  services: Services,
  member: Member,
  { password, code }: Proof,
  caller: Prover,
): Promise<Refused | undefined> {
  return (await provePassword(services, member, 'password', password)) ?? proveFactor(services, member, code, caller);
}

export type Prover = Caller & ({ session: Session } | { knownDevice: string | undefined });

/** Uses the code up, so call it last. If `services.db` is a transaction, commit it after a refusal too. */
export async function proveFactor(
  services: Services,
  member: Member,
  code: string | undefined,
  caller: Prover,
): Promise<Refused | undefined> {
  const { db } = services;
  const totp = await findTotp(db, member.id);
  if (!totp) return undefined;
  if (!code?.trim()) return refuseField('code', 'required');
  const browser = 'session' in caller ? caller.session.familyId : caller.knownDevice;
  const isOfRecovery = isRecoveryCode(code);
  const attempt = await tryCode(
    services,
    { account: String(member.id), browser, isRecoveryCode: isOfRecovery },
    async () => (isOfRecovery ? useRecoveryCode(services, member, code, caller) : useTotp(services, totp, code)),
  );
  if (isRefused(attempt)) return attempt;
  if (attempt.isRight) {
    await stopRemoval(services, member, caller);
    return undefined;
  }
  await logSecurity(db, services, member.id, 'code-failed', caller);
  // Only a caller who knows the password gets here.
  if (attempt.isLast) await notify(db, services, member, 'second-factor-waits');
  return refuseField('code', 'code_wrong');
}

/** Each time step counts once, also for concurrent calls. Seals the secret with the newest key. */
async function useTotp({ db, clock, secrets }: Services, totp: Totp, code: string): Promise<boolean> {
  const secret = unseal(secrets.secondFactor, totp.secret);
  const lastStep = secret && checkTotp(secret, code, clock.now(), totp.lastStep);
  if (!secret || lastStep === undefined) return false;
  const used = await db
    .update(memberTotps)
    .set({ lastStep, secret: seal(secrets.secondFactor, secret) })
    .where(and(eq(memberTotps.memberId, totp.memberId), lt(memberTotps.lastStep, lastStep)))
    .returning({ memberId: memberTotps.memberId });
  return used.length > 0;
}

async function useRecoveryCode(services: Services, { id }: Member, code: string, caller: Caller): Promise<boolean> {
  const { db, secrets } = services;
  const codes = await db.select().from(recoveryCodes).where(eq(recoveryCodes.memberId, id));
  const hashes = codes.map(({ hash }) => hash);
  const hash = findRecoveryCode(secrets.secondFactor, code, hashes);
  if (!hash) return false;
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.memberId, id), eq(recoveryCodes.hash, hash)))
    .returning({ memberId: recoveryCodes.memberId });
  if (used.length === 0) return false;
  await logSecurity(db, services, id, 'recovery-code-used', caller);
  return true;
}

export async function stopRemoval(
  services: Pick<Services, 'db' | 'clock'>,
  { id }: Pick<Member, 'id'>,
  caller: Caller,
): Promise<boolean> {
  const { db } = services;
  const stopped = await db.delete(factorRemovals).where(eq(factorRemovals.memberId, id)).returning();
  if (stopped.length === 0) return false;
  await logSecurity(db, services, id, 'removal-stopped', caller);
  return true;
}

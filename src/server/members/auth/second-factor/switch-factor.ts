import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { OutputOf } from '#contracts/contract.ts';
import type * as contracts from '#contracts/second-factor.ts';
import { refuse, type Refused, refuseField } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { factorRemovals, type Member, memberTotps, recoveryCodes } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import { notify } from '#server/members/notices/index.ts';
import {
  checkTotp,
  hashRecoveryCode,
  newRecoveryCodes,
  newTotpSecret,
  totpSecretText,
  totpUri,
} from '#server/api/second-factor/index.ts';
import { openState, sealState, spendState } from '#server/api/sealed-state.ts';
import { logSecurity } from '#server/members/security-log/index.ts';
import { seal } from '#server/base/seal.ts';
import { endOthersIf } from '../end-others.ts';
import { isStillMember, lockMember } from '../find-member.ts';
import { provePassword } from '../password.ts';
import { retireCodes, retireFactor } from './former-factor.ts';
import { hasFactor, proveOwner } from './prove-factor.ts';

const SETUP_SECONDS = 30 * 60;

type Setup = OutputOf<typeof contracts.startTotp>;
type Codes = OutputOf<typeof contracts.confirmTotp>;

/** The member's page keeps the sealed secret until a code confirms it. */
export async function startTotpSetup(services: Services, member: Member): Promise<Setup | Refused> {
  if (await hasFactor(services.db, member.id)) return refuse('factor_already_on');
  const secret = newTotpSecret();
  const state = { memberId: member.id, secret: secret.toString('base64url') };
  return presentSetup(services, member, secret, sealState(services, 'totp', state, SETUP_SECONDS));
}

export function readSetup(services: Services, member: Member, setup: string): Setup | Refused {
  const secret = openSetup(services, member, setup);
  return secret ? presentSetup(services, member, secret, setup) : refuse('setup_expired');
}

function openSetup(services: Services, member: Member, setup: string): Buffer | undefined {
  const state = openState(services, 'totp', setup);
  return state?.memberId === member.id ? Buffer.from(state.secret, 'base64url') : undefined;
}

function presentSetup({ config }: Services, member: Member, secret: Buffer, setup: string): Setup {
  const uri = totpUri(secret, { issuer: config.productName, account: member.username });
  return { setup, secret: totpSecretText(secret), uri };
}

export async function switchFactorOn(
  services: Services,
  { setup, password, code, end_others }: z.output<typeof contracts.confirmTotp.input>,
  caller: MemberCaller,
): Promise<Codes | Refused> {
  const { member } = caller.session;
  const secret = openSetup(services, member, setup);
  if (!secret) return refuse('setup_expired');
  const unproven = await provePassword(services, member, 'password', password);
  if (unproven) return unproven;
  const lastStep = checkTotp(secret, code, services.clock.now(), null);
  if (lastStep === undefined) return refuseField('code', 'code_wrong');
  const sealed = seal(services.secrets.secondFactor, secret);
  return services.transaction(async (tx) => {
    await lockMember(tx, member.id);
    if (!(await isStillMember(tx, member.id))) return refuse('no_session');
    if (await hasFactor(tx, member.id)) return refuse('factor_already_on');
    if ((await spendState(tx, services, 'totp', setup, 'set up')) !== 'first') return refuse('setup_expired');
    const set = await tx
      .insert(memberTotps)
      .values({ memberId: member.id, secret: sealed, lastStep, setAt: services.clock.now() })
      .onConflictDoNothing()
      .returning({ memberId: memberTotps.memberId });
    if (set.length === 0) return refuse('factor_already_on');
    await notify(tx, services, member, 'second-factor-on');
    await logSecurity(tx, services, member.id, 'second-factor-on', caller);
    await endOthersIf(end_others, tx, services, caller);
    return { recovery_codes: await replaceCodes(tx, services, member) };
  });
}

export async function renewCodes(
  services: Services,
  { password, code }: z.output<typeof contracts.renewRecoveryCodes.input>,
  caller: MemberCaller,
): Promise<Codes | Refused> {
  const { member } = caller.session;
  if (!(await hasFactor(services.db, member.id))) return refuse('factor_not_on');
  const unproven = await proveOwner(services, member, { password, code }, caller);
  if (unproven) return unproven;
  return services.transaction(async (tx) => {
    const isOn = eq(memberTotps.memberId, member.id);
    const [still] = await tx.select({ id: memberTotps.memberId }).from(memberTotps).where(isOn).for('update');
    if (!still) return refuse('factor_not_on');
    await notify(tx, services, member, 'recovery-codes-renewed');
    await logSecurity(tx, services, member.id, 'recovery-codes-renewed', caller);
    return { recovery_codes: await replaceCodes(tx, services, member) };
  });
}

async function replaceCodes(tx: Db, { clock, secrets }: Services, { id: memberId }: Member): Promise<string[]> {
  const codes = newRecoveryCodes();
  const madeAt = clock.now();
  await retireCodes(tx, madeAt, memberId);
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ memberId, hash: hashRecoveryCode(secrets.secondFactor, code), madeAt })));
  return codes;
}

export async function switchFactorOff(
  services: Services,
  { password, code }: z.output<typeof contracts.removeTotp.input>,
  caller: MemberCaller,
): Promise<Record<string, never> | Refused> {
  const { member } = caller.session;
  const unproven = await proveOwner(services, member, { password, code }, caller);
  if (unproven) return unproven;
  return services.transaction(async (tx) => {
    if (await eraseFactor(tx, services, member)) {
      await logSecurity(tx, services, member.id, 'second-factor-off', caller);
    }
    return {};
  });
}

/** Passkeys stay. Returns whether there was an app. */
export async function eraseFactor(tx: Db, services: Services, member: Member): Promise<boolean> {
  const wasOn = await retireFactor(tx, services.clock.now(), member.id);
  await tx.delete(factorRemovals).where(eq(factorRemovals.memberId, member.id));
  if (!wasOn) return false;
  await notify(tx, services, member, 'second-factor-off');
  return true;
}

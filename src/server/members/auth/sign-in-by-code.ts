import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { OutputOf } from '#contracts/contract.ts';
import type { signInByCode } from '#contracts/second-factor.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller } from '#server/api/caller.ts';
import { addressKey, consumeRateLimit } from '#server/api/rate-limits.ts';
import { openState, sealState, spendState } from '#server/api/sealed-state.ts';
import { accountOf, knownDevice, rememberAccount } from './known-device.ts';
import { openSession } from './session/index.ts';
import { proveFactor } from './second-factor/prove-factor.ts';

export const PENDING_SIGN_IN_SECONDS = 10 * 60;

export function sealSignIn(services: Services, member: Member): string {
  const state = { memberId: member.id, since: passwordSince(member) };
  return sealState(services, 'sign-in', state, PENDING_SIGN_IN_SECONDS);
}

const passwordSince = ({ passwordChangedAt }: Member) => passwordChangedAt?.getTime() ?? 0;

/** A password change in between ends the sign-in. */
export async function signInByMemberCode(
  services: Services,
  { pending, code, device }: z.output<typeof signInByCode.input>,
  caller: Caller,
): Promise<OutputOf<typeof signInByCode> | Refused> {
  const fromAddress = await consumeRateLimit(services, 'signInAddress', addressKey(caller.address));
  if (fromAddress) return fromAddress;
  const state = openState(services, 'sign-in', pending);
  const member = state && (await findMember(services.db, state.memberId));
  if (!member || passwordSince(member) !== state.since) return refuse('sign_in_expired');
  if (member.blockedAt) return refuse('member_blocked');
  const account = accountOf(member);
  const prover = { ...caller, knownDevice: knownDevice(services, device, account) };
  const unproven = await services.transaction(
    async (tx) =>
      (await proveFactor({ ...services, db: tx }, member, code, prover)) ??
      // After the code, so that a wrong code doesn't end the sign-in.
      ((await spendState(tx, services, 'sign-in', pending, 'session')) === 'first'
        ? undefined
        : refuse('sign_in_expired')),
  );
  if (unproven) return unproven;
  const tokens = await openSession(services, member, caller);
  return tokens ? { ...tokens, device: rememberAccount(services, device, account) } : refuse('sign_in_expired');
}

async function findMember(db: Db, id: number): Promise<Member | undefined> {
  const [member] = await db.select().from(members).where(eq(members.id, id));
  return member?.closedAt ? undefined : member;
}

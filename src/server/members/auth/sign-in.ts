import type * as z from 'zod/mini';
import type { signIn } from '#contracts/auth.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { normaliseEmail } from '#domain/email.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import type { Member } from '#server/db/schema/index.ts';
import { errorFields } from '#server/base/log.ts';
import { logSecurity } from '#server/members/security-log/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller } from '#server/api/caller.ts';
import { type Counter, countedTry } from '#server/api/counted-try.ts';
import { textKey } from '#server/api/rate-limits.ts';
import { botCheckFailed, spendBotCheck, verifyBotCheck } from './bot-check.ts';
import { findByLogin } from './find-member.ts';
import { accountOf, knownDevice, rememberAccount } from './known-device.ts';
import { isPassword, makeDummyHash, renewHash } from './password.ts';
import { findSignUpByLogin } from './pending-sign-ups.ts';
import { hasFactor } from './second-factor/prove-factor.ts';
import { sealSignIn } from './sign-in-by-code.ts';
import { openSession } from './session/index.ts';

type Input = z.output<typeof signIn.input>;

/** Tries count only after a bot check: otherwise strangers could lock an account without any work. */
export async function signInMember(
  services: Services,
  input: Input,
  caller: Caller,
): Promise<OutputOf<typeof signIn> | Refused> {
  const check = await verifyBotCheck(services, caller, input.bot_check, 'signInAddress');
  if (isRefused(check)) return check;
  const spent = await spendBotCheck(services.db, services, check, `sign-in ${input.login} ${input.password}`);
  if (spent === 'spent') return botCheckFailed();

  const member = await findByLogin(services.db, input.login);
  const pendingSignUp = member ? undefined : await findSignUpByLogin(services.db, input.login);
  const dummyHash = makeDummyHash(services.config.hashCosts.password);
  const attempt = await countedTry(services, countersFor(services, input, member), () =>
    isPassword(input.password, (member ?? pendingSignUp)?.passwordHash ?? dummyHash),
  );
  if (isRefused(attempt)) return attempt;
  const { isRight } = attempt;
  // Only the right password reveals the state of an account.
  if (isRight && pendingSignUp) return refuse('not_activated');
  // In the background, so that existing accounts aren't refused more slowly.
  if (!isRight && member)
    inBackground(services, 'security-log', logSecurity(services.db, services, member.id, 'sign-in-failed', caller));
  if (!isRight || !member) return refuse('wrong_credentials');
  if (member.blockedAt) return refuse('member_blocked');
  inBackground(services, 'password-hash', renewHash(services, member, input.password));
  if (await hasFactor(services.db, member.id)) return { pending: sealSignIn(services, member) };
  const tokens = await openSession(services, member, caller);
  return tokens
    ? { ...tokens, device: rememberAccount(services, input.device, accountOf(member)) }
    : refuse('wrong_credentials');
}

function inBackground({ log }: Services, event: string, work: Promise<void>): void {
  work.catch((error: unknown) => log('error', event, errorFields(error)));
}

/** Others share one counter per typed login, existing or not, and one per account, because it has two logins. */
function countersFor(services: Services, { login, device }: Input, member: Member | undefined): Counter[] {
  const deviceId = member && knownDevice(services, device, accountOf(member));
  if (member && deviceId) return [{ name: 'signInDevice', who: `${deviceId}:${member.id}` }];
  const typed: Counter = { name: 'signInLogin', who: textKey(normaliseEmail(login)) };
  return member ? [typed, { name: 'signInAccount', who: String(member.id) }] : [typed];
}

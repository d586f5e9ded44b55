import type * as z from 'zod/mini';
import type { signIn } from '#contracts/auth.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { normaliseEmail } from '#domain/identity.ts';
import { type Refused, isRefused, refuse } from '#domain/refusals.ts';
import type { Member } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import type { Caller } from '#server/http/caller.ts';
import { addressKey, countTry, forgetTries, type LimitName, textKey } from '#server/http/limits.ts';
import { botCheckFailed, spendBotCheck, verifyBotCheck } from './bot-check/index.ts';
import { findByLogin } from './find-member.ts';
import { knownDevice, rememberAccount } from './known-device.ts';
import { isPassword } from './password-hash.ts';
import { findSignUpByLogin } from './pending-sign-ups.ts';
import { openSession } from './session/index.ts';

type Input = z.output<typeof signIn.input>;

/**
 * What stands against a sign-in is only told to somebody who knows the password. A try counts against the account
 * only behind a bot check, which costs its sender work; before that a stranger could lock anybody out for nothing.
 */
export async function signInMember(
  house: House,
  input: Input,
  caller: Caller,
): Promise<OutputOf<typeof signIn> | Refused> {
  const fromAddress = await countTry(house, 'signInAddress', addressKey(caller.address));
  if (fromAddress) return fromAddress;
  const check = await verifyBotCheck(house, caller, input.bot_check);
  if (isRefused(check)) return check;
  const spent = await spendBotCheck(house.db, house, check, `sign-in ${input.login} ${input.password}`);
  if (spent === 'spent') return botCheckFailed();

  const member = await findByLogin(house.db, input.login);
  const waiting = member ? undefined : await findSignUpByLogin(house.db, input.login);
  const counters = countersFor(house, input, member);
  // Before the hash, not after it: tries that come at once would all find the counter low.
  for (const [name, who] of counters) {
    const tooOften = await countTry(house, name, who);
    if (tooOften) return tooOften;
  }
  const isRight = await isPassword(input.password, (member ?? waiting)?.passwordHash ?? undefined);
  if (isRight && waiting) return refuse('not_activated');
  if (!isRight || !member) return refuse('wrong_credentials');
  for (const [name, who] of counters) await forgetTries(house, name, who);
  if (member.blockedAt) return refuse('member_blocked');
  const tokens = await openSession(house, member, caller);
  return tokens ? { ...tokens, device: rememberAccount(house, input.device, member.id) } : refuse('wrong_credentials');
}

/**
 * A browser that knows the account is counted by itself. All others together are counted by what was typed, in the
 * form in which e-mails compare, whether it is anybody's or not; and by the account, which has two names.
 */
function countersFor(house: House, { login, device }: Input, member: Member | undefined): [LimitName, string][] {
  const known = member && knownDevice(house, device, member.id);
  if (member && known) return [['signInDevice', `${known}:${member.id}`]];
  const typed: [LimitName, string] = ['signInLogin', textKey(normaliseEmail(login))];
  return member ? [typed, ['signInAccount', String(member.id)]] : [typed];
}

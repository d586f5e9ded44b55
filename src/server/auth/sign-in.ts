import type * as z from 'zod/mini';
import type { signIn } from '#contracts/auth.ts';
import { type Refused, isRefused, refuse } from '#domain/refusals.ts';
import type { House } from '#server/house.ts';
import type { Caller } from '#server/http/caller.ts';
import { addressKey, countTry, forgetTries } from '#server/http/limits.ts';
import { botCheckFailed, spendBotCheck, verifyBotCheck } from './bot-check/index.ts';
import { findByLogin } from './find-member.ts';
import { isPassword } from './password-hash.ts';
import { openSession, type Tokens } from './session/index.ts';

type Input = z.output<typeof signIn.input>;

/** What stands against a sign-in is only told to somebody who knows the password. */
export async function signInMember(house: House, input: Input, caller: Caller): Promise<Tokens | Refused> {
  const member = await findByLogin(house.db, input.login);
  const account = member ? `member:${member.id}` : `login:${input.login.trim().toLowerCase()}`;
  const tooOften =
    (await countTry(house, 'signInAddress', addressKey(caller.address))) ??
    (await countTry(house, 'signInAccount', account));
  if (tooOften) return tooOften;

  const check = await verifyBotCheck(house, caller, input.bot_check);
  if (isRefused(check)) return check;
  const spent = await spendBotCheck(house.db, house, check, `sign-in ${input.login} ${input.password}`);
  if (spent === 'spent') return botCheckFailed();

  const isRight = await isPassword(input.password, member?.passwordHash);
  if (!member || !isRight) return refuse('wrong_credentials');
  if (member.blockedAt) return refuse('member_blocked');
  if (!member.activatedAt) return refuse('not_activated');
  await forgetTries(house, 'signInAccount', account);
  return (await openSession(house, member, caller)) ?? refuse('wrong_credentials');
}

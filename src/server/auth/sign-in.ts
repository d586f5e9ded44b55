import { randomBytes, timingSafeEqual } from 'node:crypto';
import type * as z from 'zod/mini';
import type { signIn } from '#contracts/auth.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { normaliseEmail } from '#domain/identity.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import type { Member } from '#server/db/schema/index.ts';
import type { Services } from '#server/services.ts';
import type { Caller } from '#server/http/caller.ts';
import { addressKey, consumeRateLimit, resetRateLimit, type LimitName, textKey } from '#server/http/rate-limits.ts';
import { mac } from '#server/secrets.ts';
import { botCheckFailed, spendBotCheck, verifyBotCheck } from './bot-check.ts';
import { findByLogin } from './find-member.ts';
import { isPassword } from './password.ts';
import { findSignUpByLogin } from './pending-sign-ups.ts';
import { openSession } from './session/index.ts';

type Input = z.output<typeof signIn.input>;

/**
 * What stands against a sign-in is only told to somebody who knows the password. A try counts against the account
 * only behind a bot check, which costs its sender work; before that a stranger could lock anybody out for nothing.
 */
export async function signInMember(
  services: Services,
  input: Input,
  caller: Caller,
): Promise<OutputOf<typeof signIn> | Refused> {
  const fromAddress = await consumeRateLimit(services, 'signInAddress', addressKey(caller.address));
  if (fromAddress) return fromAddress;
  const check = await verifyBotCheck(services, caller, input.bot_check);
  if (isRefused(check)) return check;
  const spent = await spendBotCheck(services.db, services, check, `sign-in ${input.login} ${input.password}`);
  if (spent === 'spent') return botCheckFailed();

  const member = await findByLogin(services.db, input.login);
  const waiting = member ? undefined : await findSignUpByLogin(services.db, input.login);
  const counters = countersFor(services, input, member);
  // Before the hash, not after it: tries that come at once would all find the counter low.
  for (const [name, who] of counters) {
    const rateLimited = await consumeRateLimit(services, name, who);
    if (rateLimited) return rateLimited;
  }
  const isRight = await isPassword(input.password, (member ?? waiting)?.passwordHash ?? undefined);
  if (isRight && waiting) return refuse('not_activated');
  if (!isRight || !member) return refuse('wrong_credentials');
  for (const [name, who] of counters) await resetRateLimit(services, name, who);
  if (member.blockedAt) return refuse('member_blocked');
  const tokens = await openSession(services, member, caller);
  return tokens
    ? { ...tokens, device: rememberAccount(services, input.device, member.id) }
    : refuse('wrong_credentials');
}

/**
 * A browser that knows the account is counted by itself. All others together are counted by what was typed, in the
 * form in which e-mails compare, whether it is anybody's or not; and by the account, which has two names.
 */
function countersFor(services: Services, { login, device }: Input, member: Member | undefined): [LimitName, string][] {
  const known = member && knownDevice(services, device, member.id);
  if (member && known) return [['signInDevice', `${known}:${member.id}`]];
  const typed: [LimitName, string] = ['signInLogin', textKey(normaliseEmail(login))];
  return member ? [typed, ['signInAccount', String(member.id)]] : [typed];
}

/** A phone that a family shares knows so many accounts; the one it has not seen for longest is forgotten first. */
const MAX_ACCOUNTS = 4;
const SEAL_BYTES = 16;
const TOKEN_PATTERN = /^([\w-]{22})((?:\.[\w-]{22}){1,4})$/;

type Keys = Pick<Services, 'secrets'>;

/**
 * The id of a browser that has signed in to this account before, by its token (OWASP, "Device Cookies"): a random number and a seal
 * for each account. It opens nothing; tries with it are counted apart, so that strangers can't use up its own.
 *
 * @internal exported for the tests
 */
export function knownDevice(services: Keys, token: string | undefined, memberId: number): string | undefined {
  const { id, seals } = readToken(token);
  if (!id) return undefined;
  const ours = sealsFor(services, id, memberId).map((seal) => Buffer.from(seal));
  const isKnown = seals.some((seal) => ours.some((expected) => timingSafeEqual(Buffer.from(seal), expected)));
  return isKnown ? id : undefined;
}

/** The token of this browser from now on, where it has signed in to this account. */
function rememberAccount(services: Keys, token: string | undefined, memberId: number): string {
  const { id = randomBytes(SEAL_BYTES).toString('base64url'), seals } = readToken(token);
  const ours = sealsFor(services, id, memberId);
  const others = seals.filter((other) => !ours.includes(other));
  return [id, ours[0], ...others].slice(0, 1 + MAX_ACCOUNTS).join('.');
}

/** The first is the one to give; the others are of former keys. */
function sealsFor({ secrets }: Keys, id: string, memberId: number): string[] {
  return secrets.knownDevice.map((key) => mac(key, id, String(memberId)).subarray(0, SEAL_BYTES).toString('base64url'));
}

function readToken(token: string | undefined): { id?: string; seals: string[] } {
  const [, id, rest = ''] = TOKEN_PATTERN.exec(token ?? '') ?? [];
  return id ? { id, seals: rest.slice(1).split('.') } : { seals: [] };
}

import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import type { signUp } from '#contracts/auth.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { isRefused, type Refused, refuseField } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import type { Member, SignUp } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller } from '#server/api/caller.ts';
import { checkAgreement } from '#server/members/consents/index.ts';
import { findPartner } from '#server/members/partner/index.ts';
import { shownEmail } from '#server/base/shown-email.ts';
import { botCheckFailed, spendBotCheck, verifyBotCheck } from './bot-check.ts';
import { sealSignUp } from './correct-sign-up.ts';
import { hashPassword, isCommonPassword, isPassword, makeDummyHash } from './password.ts';
import { changeChoices, findSameSignUp, insertSignUp, mailSignUp } from './pending-sign-ups.ts';

type Input = z.output<typeof signUp.input>;
type Output = OutputOf<typeof signUp>;

/** The answer is the same whether the address has an account or not, and for a repeated form. */
export async function signUpGuest(services: Services, input: Input, caller: Caller): Promise<Output | Refused> {
  const check = await verifyBotCheck(services, caller, input.bot_check, 'signUpAddress');
  if (isRefused(check)) return check;

  const inviter = await findPartner(services.db, input.ref);
  if (!inviter) return refuseField('ref', 'inviter_unknown');
  if (isCommonPassword(input.password)) return refuseField('password', 'password_common');
  const agreement = await checkAgreement(services, input.agreed, caller.language);
  if (isRefused(agreement)) return agreement;
  // One hash in either case, so that timing reveals no pending sign-up.
  const earlier = await findSameSignUp(services, input);
  const cost = services.config.hashCosts.password;
  const isSameGuest = earlier && (await isPassword(input.password, earlier.passwordHash ?? makeDummyHash(cost)));
  if (earlier && !isSameGuest) return usernameTaken();
  const passwordHash = earlier ? undefined : await hashPassword(input.password, cost);

  return services
    .transaction(async (tx) => {
      const spent = await spendBotCheck(
        tx,
        services,
        check,
        `sign-up ${input.username} ${input.email} ${input.password}`,
      );
      if (spent === 'again') return answerTo(services, input, earlier);
      if (spent === 'spent') return botCheckFailed();
      const choices = { agreement, showsUpline: input.shows_upline ?? false };
      if (earlier) await changeChoices(tx, earlier.id, choices);
      const context = { ...choices, inviter, caller };
      const signUp = passwordHash ? await storeSignUp(tx, services, input, { ...context, passwordHash }) : earlier;
      if (!signUp) throw new UsernameTaken();
      await mailSignUp(tx, services, signUp, caller.language);
      return answerTo(services, input, signUp);
    })
    .catch((error: unknown) => {
      if (error instanceof UsernameTaken) return usernameTaken();
      throw error;
    });
}

function answerTo(services: Services, { email }: Input, waiting: SignUp | undefined): Output {
  return { email: shownEmail(email), ...(waiting && { sign_up: sealSignUp(services, waiting) }) };
}

/** Rolls back, so that the bot check can be used again with another name. */
class UsernameTaken extends Error {}

type SignUpContext = Pick<SignUp, 'agreement' | 'showsUpline'> & {
  passwordHash: string;
  inviter: Member;
  caller: Caller;
};

function storeSignUp(tx: Db, services: Services, input: Input, context: SignUpContext): Promise<SignUp | undefined> {
  return insertSignUp(tx, services, {
    id: randomUUID(),
    username: input.username,
    email: input.email,
    name: null,
    passwordHash: context.passwordHash,
    language: context.caller.language,
    inviterId: context.inviter.id,
    refCode: input.ref,
    via: 'code',
    agreement: context.agreement,
    showsUpline: context.showsUpline,
  });
}

function usernameTaken(): Refused {
  return refuseField('username', 'username_taken');
}

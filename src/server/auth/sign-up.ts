import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { signUp } from '#contracts/auth.ts';
import { type FieldFault, fault } from '#domain/field-faults.ts';
import { isRefused, type Refused, refuse } from '#domain/refusals.ts';
import { isoDay } from '#i18n/format.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members, referrals } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import type { Caller } from '#server/http/caller.ts';
import { addressKey, countTry } from '#server/http/limits.ts';
import { oweMail } from '#server/mail/index.ts';
import { findPartner } from '#server/partner/index.ts';
import { botCheckFailed, spendBotCheck, verifyBotCheck } from './bot-check/index.ts';
import { isCommonPassword } from './common-passwords.ts';
import { findByEmail } from './find-member.ts';
import { isRetired } from './former-username.ts';
import { hashPassword } from './password-hash.ts';
import { newRefCode } from './ref-code.ts';

type Input = z.output<typeof signUp.input>;

/**
 * Registers a guest under an inviter. The answer is the same when the e-mail is taken; its owner gets a letter
 * instead. The same form sent twice makes one account and is answered the same.
 */
export async function signUpGuest(house: House, input: Input, caller: Caller): Promise<{ email: string } | Refused> {
  const tooOften = await countTry(house, 'signUpAddress', addressKey(caller.address));
  if (tooOften) return tooOften;
  const check = await verifyBotCheck(house, caller, input.bot_check);
  if (isRefused(check)) return check;

  const inviter = await findPartner(house.db, input.ref);
  if (!inviter) return fieldFault('ref', 'inviter_unknown');
  if (isCommonPassword(input.password)) return fieldFault('password', 'password_common');
  const passwordHash = await hashPassword(input.password);

  return house
    .transaction(async (tx) => {
      const spent = await spendBotCheck(tx, house, check, `sign-up ${input.username} ${input.email} ${input.password}`);
      if (spent === 'again') return { email: input.email };
      if (spent === 'spent') return botCheckFailed();
      const guest = await insertGuest(tx, house, input, { passwordHash, inviter, caller });
      // Behind the insert, which waits for whoever is closing an account of this name right now.
      if ((!guest && (await hasNamesake(tx, input))) || (await isRetired(tx, house, input.username))) {
        throw new Taken(fieldFault('username', 'username_taken'));
      }
      const owner = guest ?? (await findByEmail(tx, input.email));
      // Whoever had the address has left since then, and there is nobody yet who could be written to.
      if (!owner) throw new Taken(refuse('unavailable', { retryAfterSeconds: 1 }));
      await oweMail(tx, house, owner, owner.activatedAt ? 'already-registered' : 'activation');
      return { email: input.email };
    })
    .catch((error: unknown) => {
      if (error instanceof Taken) return error.refused;
      throw error;
    });
}

/** Undoes the transaction, so that the bot check is not used up by a name that has to be chosen again. */
class Taken extends Error {
  readonly refused: Refused;
  constructor(refused: Refused) {
    super(refused.refused);
    this.refused = refused;
  }
}

async function hasNamesake(tx: Db, { username }: Input): Promise<boolean> {
  return (await tx.$count(members, eq(members.username, username))) > 0;
}

type Circumstances = { passwordHash: string; inviter: Member; caller: Caller };

async function insertGuest(tx: Db, house: House, input: Input, given: Circumstances): Promise<Member | undefined> {
  const now = house.clock.now();
  const [guest] = await tx
    .insert(members)
    .values({
      username: input.username,
      email: input.email,
      passwordHash: given.passwordHash,
      language: given.caller.language,
      refCode: newRefCode(),
      inviterId: given.inviter.id,
      registeredAt: now,
      registeredOn: isoDay(now, house.config.timeZone),
    })
    .onConflictDoNothing()
    .returning();
  if (!guest) return undefined;
  await tx
    .insert(referrals)
    .values({ memberId: guest.id, inviterId: given.inviter.id, refCode: input.ref, boundAt: now });
  return guest;
}

function fieldFault(field: string, code: FieldFault): Refused {
  return refuse('invalid', { fields: { [field]: [fault(code)] } });
}

import type * as z from 'zod/mini';
import type { setPin } from '#contracts/finance.ts';
import { fault } from '#domain/field-faults.ts';
import { type Refused, refuse } from '#domain/refusals.ts';
import { isPassword } from '#server/auth/index.ts';
import { memberPins } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import type { MemberCaller } from '#server/http/caller.ts';
import { countTry, forgetTries } from '#server/http/limits.ts';
import { oweMail } from '#server/mail/index.ts';
import { hashPin } from './pin-hash.ts';

type Input = z.output<typeof setPin.input>;

/** Sets the PIN, once. Whoever sends the same again after a lost answer learns that it is set. */
export async function setMemberPin(
  house: House,
  { pin, password }: Input,
  { session: { member } }: MemberCaller,
): Promise<Record<string, never> | Refused> {
  const tooOften = await countTry(house, 'passwordAccount', String(member.id));
  if (tooOften) return tooOften;
  if (!(await isPassword(password, member.passwordHash))) {
    return refuse('invalid', { fields: { password: [fault('password_wrong')] } });
  }
  await forgetTries(house, 'passwordAccount', String(member.id));
  const pinHash = await hashPin(house.secrets, member.id, pin);
  return house.transaction(async (tx) => {
    const set = await tx
      .insert(memberPins)
      .values({ memberId: member.id, pinHash, setAt: house.clock.now() })
      .onConflictDoNothing()
      .returning({ memberId: memberPins.memberId });
    if (set.length === 0) return refuse('pin_already_set');
    await oweMail(tx, house, member, 'pin-set');
    return {};
  });
}

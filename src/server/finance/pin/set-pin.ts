import type * as z from 'zod/mini';
import type { setPin } from '#contracts/finance.ts';
import { type Refused, refuse } from '#domain/refusals.ts';
import { isStillMember, provePassword } from '#server/auth/index.ts';
import { memberPins } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import type { MemberCaller } from '#server/http/caller.ts';
import { tell } from '#server/notices/index.ts';
import { hashPin } from './pin-hash.ts';

type Input = z.output<typeof setPin.input>;

/** Sets the PIN, once. Whoever sends the same again after a lost answer learns that it is set. */
export async function setMemberPin(
  house: House,
  { pin, password }: Input,
  { session: { member } }: MemberCaller,
): Promise<Record<string, never> | Refused> {
  const unproven = await provePassword(house, member, 'password', password);
  if (unproven) return unproven;
  const pinHash = await hashPin(house.secrets, member.id, pin);
  return house.transaction(async (tx) => {
    if (!(await isStillMember(tx, member.id))) return refuse('no_session');
    const set = await tx
      .insert(memberPins)
      .values({ memberId: member.id, pinHash, setAt: house.clock.now() })
      .onConflictDoNothing()
      .returning({ memberId: memberPins.memberId });
    if (set.length === 0) return refuse('pin_already_set');
    await tell(tx, house, member, 'pin-set');
    return {};
  });
}

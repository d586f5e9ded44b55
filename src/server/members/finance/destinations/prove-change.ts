import { refuseField, type Refused } from '#domain/refusals.ts';
import { hasFactor, proveFactor } from '#server/members/auth/index.ts';
import type { Db } from '#server/db/connect.ts';
import type { Member } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import { consumeRateLimit } from '#server/api/rate-limits.ts';
import { checkPin, lockPin } from '../pin.ts';

export type Proof = { pin?: string | undefined; code?: string | undefined };

/** Second factor, or the PIN without one. Call it last and always commit: wrong tries are counted. */
export async function proveChange(
  tx: Db,
  services: Services,
  member: Member,
  { pin = '', code }: Proof,
  caller: MemberCaller,
): Promise<Refused | undefined> {
  const unproven = (await hasFactor(tx, member.id))
    ? await proveFactor({ ...services, db: tx }, member, code, caller)
    : await checkTypedPin(tx, services, member, pin);
  return unproven ?? consumeRateLimit({ db: tx, clock: services.clock }, 'destinationAccount', String(member.id));
}

/** A missing PIN doesn't count as a wrong one. */
export async function checkTypedPin(
  tx: Db,
  services: Services,
  member: Member,
  pin: string,
): Promise<Refused | undefined> {
  const pinRow = await lockPin(tx, member);
  return pinRow && pin === '' ? refuseField('pin', 'required') : checkPin(tx, services, member, pin, pinRow);
}

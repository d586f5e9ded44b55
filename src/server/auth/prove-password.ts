import { fault } from '#domain/field-faults.ts';
import { type Refused, refuse } from '#domain/refusals.ts';
import type { Member } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import { countTry, forgetTries } from '#server/http/limits.ts';
import { isPassword } from './password-hash.ts';

/** For what a session alone must not do: nothing when the password is the account's, else the fault at its field. */
export async function provePassword(
  house: House,
  member: Member,
  field: string,
  password: string,
): Promise<Refused | undefined> {
  const tooOften = await countTry(house, 'passwordAccount', String(member.id));
  if (tooOften) return tooOften;
  if (!(await isPassword(password, member.passwordHash))) {
    return refuse('invalid', { fields: { [field]: [fault('password_wrong')] } });
  }
  await forgetTries(house, 'passwordAccount', String(member.id));
  return undefined;
}

import { eq } from 'drizzle-orm';
import { fault } from '#domain/field-faults.ts';
import { type Refused, refuse } from '#domain/refusals.ts';
import { members } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import type { Caller } from '#server/http/caller.ts';
import { addressKey, countTry } from '#server/http/limits.ts';
import { oweMail } from '#server/mail/index.ts';
import { isCommonPassword } from './common-passwords.ts';
import { hashPassword } from './password-hash.ts';
import { endAllSessions } from './session/index.ts';
import { findLink, useLinks } from './use-link.ts';

/** Sets a new password through a reset link and ends every session. It opens none. */
export async function confirmPasswordReset(
  house: House,
  { token, password }: { token: string; password: string },
  caller: Caller,
): Promise<Record<string, never> | Refused> {
  const tooOften = await countTry(house, 'mailedLinkAddress', addressKey(caller.address));
  if (tooOften) return tooOften;
  if (isCommonPassword(password)) return refuse('invalid', { fields: { password: [fault('password_common')] } });
  const passwordHash = await hashPassword(password);
  const now = house.clock.now();
  return house.transaction(async (tx) => {
    const found = await findLink(tx, now, 'reset', token);
    if (found?.state !== 'open') return refuse('reset_link_invalid');
    await tx.update(members).set({ passwordHash, passwordChangedAt: now }).where(eq(members.id, found.member.id));
    await useLinks(tx, now, 'reset', found.member.id);
    await endAllSessions(tx, house, found.member.id, 'password');
    await oweMail(tx, house, found.member, 'password-changed');
    return {};
  });
}

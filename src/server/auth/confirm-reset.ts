import { refuse, type Refused, refuseField } from '#domain/refusals.ts';
import type { House } from '#server/services.ts';
import type { Caller } from '#server/http/caller.ts';
import { addressKey, countTry } from '#server/http/rate-limits.ts';
import { hashPassword, isCommonPassword, setPassword } from './password.ts';
import { endAllSessions } from './session/index.ts';
import { findLink, isLinkOpen } from './use-link.ts';

/** Sets a new password through a reset link and ends every session. It opens none. */
export async function confirmPasswordReset(
  house: House,
  { token, password }: { token: string; password: string },
  caller: Caller,
): Promise<Record<string, never> | Refused> {
  const tooOften = await countTry(house, 'mailedLinkAddress', addressKey(caller.address));
  if (tooOften) return tooOften;
  // Before the hash, which is dear: without a link nobody makes the server work for nothing.
  if (!(await isLinkOpen(house.db, house.clock.now(), 'reset', token))) return refuse('reset_link_invalid');
  if (isCommonPassword(password)) return refuseField('password', 'password_common');
  const passwordHash = await hashPassword(password);
  return house.transaction(async (tx) => {
    const found = await findLink(tx, house.clock.now(), 'reset', token);
    if (found?.state !== 'open') return refuse('reset_link_invalid');
    await setPassword(tx, house, found.member, passwordHash);
    await endAllSessions(tx, house, found.member.id, 'password');
    return {};
  });
}

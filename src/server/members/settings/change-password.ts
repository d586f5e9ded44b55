import type * as z from 'zod/mini';
import type { changePassword as contract } from '#contracts/settings.ts';
import { type Refused, refuseField } from '#domain/refusals.ts';
import {
  endOtherSessions,
  hashPassword,
  isCommonPassword,
  proveFactor,
  provePassword,
  setPassword,
} from '#server/members/auth/index.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import { logSecurity } from '#server/members/security-log/index.ts';

type Input = z.output<typeof contract.input>;

export async function changePassword(
  services: Services,
  { old, new: password, code }: Input,
  caller: MemberCaller,
): Promise<Record<string, never> | Refused> {
  const { session } = caller;
  const { member } = session;
  const unproven = await provePassword(services, member, 'old', old);
  if (unproven) return unproven;
  if (password === old) return refuseField('new', 'password_same');
  if (isCommonPassword(password)) return refuseField('new', 'password_common');
  const withoutCode = await proveFactor(services, member, code, caller);
  if (withoutCode) return withoutCode;
  const passwordHash = await hashPassword(password, services.config.hashCosts.password);
  return services.transaction(async (tx) => {
    if (!(await setPassword(tx, services, member, passwordHash))) return refuseField('old', 'password_wrong');
    await endOtherSessions(tx, services, session, 'password');
    await logSecurity(tx, services, member.id, 'password-changed', caller);
    return {};
  });
}

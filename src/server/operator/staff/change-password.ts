import { and, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { changeStaffPassword as contract, listStaffSessions } from '#contracts/console/session.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { isRefused, type Refused, refuseField } from '#domain/refusals.ts';
import { hashPassword, isCommonPassword, isPassword } from '#server/members/auth/index.ts';
import { staff } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { StaffCaller } from '#server/api/caller.ts';
import { countedTry } from '#server/api/counted-try.ts';
import { actorOf, audited } from './audited.ts';
import { listOwnSessions } from './own-sessions.ts';
import { endOtherSessions } from './session.ts';

type Input = z.output<typeof contract.input>;

export async function changePassword(
  services: Services,
  { old, new: password }: Input,
  caller: StaffCaller,
): Promise<OutputOf<typeof listStaffSessions> | Refused> {
  const { session, requestId } = caller;
  const person = session.staff;
  const { passwordHash: oldHash } = person;
  const tries = { name: 'staffFrom', who: `session ${session.id}` } as const;
  const attempt = await countedTry(services, [tries], async () => oldHash !== null && isPassword(old, oldHash));
  if (isRefused(attempt)) return attempt;
  if (!attempt.isRight || oldHash === null) {
    services.log('warn', 'console password refused', { requestId, staff: actorOf(person.id) });
    return refuseField('old', 'password_wrong');
  }
  if (password === old) return refuseField('new', 'password_same');
  if (isCommonPassword(password)) return refuseField('new', 'password_common');
  const isStillOld = and(eq(staff.id, person.id), eq(staff.passwordHash, oldHash));
  const passwordHash = await hashPassword(password, services.config.hashCosts.password);
  return audited(services, caller, '', async (tx) => {
    const changed = await tx.update(staff).set({ passwordHash }).where(isStillOld).returning({ id: staff.id });
    if (changed.length === 0) return refuseField('old', 'password_wrong');
    const ended = await endOtherSessions(tx, services, session);
    const change = { action: 'staff change-password', subject: `staff:${person.email}`, after: { ended } };
    return { answer: await listOwnSessions(tx, services, session), change };
  });
}

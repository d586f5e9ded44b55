import { eq } from 'drizzle-orm';
import { isRefused } from '#domain/refusals.ts';
import type { StaffMail } from '#domain/staff-mails.ts';
import { writeAudit } from '#server/audit/index.ts';
import type { Db } from '#server/db/connect.ts';
import { type Staff, staffSessions } from '#server/db/schema/index.ts';
import type { Caller, StaffCaller } from '#server/api/caller.ts';
import { takeTry } from '#server/api/rate-limits.ts';
import { addJobs } from '#server/jobs/add-job.ts';
import type { Services } from '#server/api/services.ts';
import { actorOf } from './audited.ts';

/** `access`: disabled, or not set up yet. */
type FailureKind = 'password' | 'code' | 'passkey' | 'access';

/** Unknown e-mails are not logged: they may be a password typed into the wrong field. */
function logRefused({ log }: Pick<Services, 'log'>, person: Staff | undefined, { requestId }: Caller): void {
  log('warn', 'console sign-in refused', { requestId, staff: person ? actorOf(person.id) : 'unknown' });
}

/** The audit entry and the mail are limited per person. Unknown e-mails cause neither. */
export async function recordFailure(
  services: Services,
  person: Staff | undefined,
  caller: Caller,
  { wrong, isLast = false }: { wrong: FailureKind; isLast?: boolean },
): Promise<void> {
  logRefused(services, person, caller);
  if (!person) return;
  await services.transaction(async (tx) => {
    if (isLast) await mailOnce(tx, services, person, wrong === 'code' ? 'codes_tried' : 'sign_in_tried');
    if (isRefused(await takeTry({ ...services, db: tx }, 'staffFailure', String(person.id)))) return;
    await writeAudit(tx, services, {
      ...{ actor: 'unknown', action: 'staff sign-in (refused)', subject: `staff:${person.email}`, reason: '' },
      after: { wrong },
      address: caller.address,
    });
  });
}

/** After the last wrong code the session ends: it may be in other hands. */
export async function endForCodes(services: Services, { session, address }: StaffCaller): Promise<void> {
  const { id, staff: person } = session;
  await services.transaction(async (tx) => {
    await tx.update(staffSessions).set({ endedAt: services.clock.now() }).where(eq(staffSessions.id, id));
    await mailOnce(tx, services, person, 'codes_tried');
    await writeAudit(tx, services, {
      ...{ actor: actorOf(person.id), action: 'staff confirm (refused)', subject: `staff:${person.email}`, reason: '' },
      after: { wrong: 'code', session: 'ended' },
      address,
    });
  });
}

async function mailOnce(tx: Db, services: Services, { id }: Staff, mail: StaffMail): Promise<void> {
  const isFirst = !isRefused(await takeTry({ ...services, db: tx }, 'staffFailureMail', `${mail}:${id}`));
  if (isFirst) await addJobs(tx, 'mail-staff', [{ staffId: id, mail }]);
}

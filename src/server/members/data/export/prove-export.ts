import { and, eq, gt } from 'drizzle-orm';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { sessionFamilies } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller, Session } from '#server/api/caller.ts';
import { notify } from '#server/members/notices/index.ts';
import { logSecurity } from '#server/members/security-log/index.ts';

/** Limits how long a session left open can download. */
const OPEN_SECONDS = 60 * 60;

export async function openExport(tx: Db, services: Services, caller: MemberCaller): Promise<void> {
  const { familyId, member } = caller.session;
  await tx
    .update(sessionFamilies)
    .set({ exportProvenAt: services.clock.now() })
    .where(eq(sessionFamilies.id, familyId));
  await notify(tx, services, member, 'data-asked');
  await logSecurity(tx, services, member.id, 'data-asked', caller);
}

export async function exportOpenUntil(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { familyId }: Session,
): Promise<Date | undefined> {
  const since = addSeconds(clock.now(), -OPEN_SECONDS);
  const isOpen = and(eq(sessionFamilies.id, familyId), gt(sessionFamilies.exportProvenAt, since));
  const [family] = await db.select({ at: sessionFamilies.exportProvenAt }).from(sessionFamilies).where(isOpen);
  return family?.at ? addSeconds(family.at, OPEN_SECONDS) : undefined;
}

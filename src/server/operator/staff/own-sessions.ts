import { and, desc, eq, isNull } from 'drizzle-orm';
import type { listStaffSessions } from '#contracts/console/session.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { staff, staffSessions } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { StaffCaller, StaffSession } from '#server/api/caller.ts';
import { deviceOf } from '#server/api/caller-trace.ts';
import { audited } from './audited.ts';
import { endOtherSessions, livingSessions } from './session.ts';

const MAX_SHOWN = 50;

type Sessions = OutputOf<typeof listStaffSessions>;

export async function listOwnSessions(
  db: Db,
  { clock }: Pick<Services, 'clock'>,
  { id, staff: person }: Pick<StaffSession, 'id' | 'staff'>,
): Promise<Sessions> {
  const rows = await db
    .select()
    .from(staffSessions)
    .where(and(eq(staffSessions.staffId, person.id), livingSessions(clock.now())))
    .orderBy(desc(eq(staffSessions.id, id)), desc(staffSessions.lastSeenAt), desc(staffSessions.startedAt))
    .limit(MAX_SHOWN);
  const items = rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.device),
    address: row.address,
    started_at: row.startedAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    is_this: row.id === id,
  }));
  return { items };
}

/** If two sessions do this to each other, one of them stays. */
export function endOwnOthers(services: Services, caller: StaffCaller): Promise<Sessions | Refused> {
  const { session } = caller;
  return audited(services, caller, '', async (tx) => {
    await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, session.staff.id)).for('update');
    const isStillOn = and(eq(staffSessions.id, session.id), isNull(staffSessions.endedAt));
    if ((await tx.$count(staffSessions, isStillOn)) === 0) return refuse('no_session');
    const ended = await endOtherSessions(tx, services, session);
    const subject = `staff:${session.staff.email}`;
    const change = ended > 0 ? { action: 'staff end-sessions', subject, after: { ended } } : undefined;
    return { answer: await listOwnSessions(tx, services, session), change };
  });
}

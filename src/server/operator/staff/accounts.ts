import { and, asc, count, eq, max, ne, sql } from 'drizzle-orm';
import type { StaffPerson } from '#contracts/console/staff.ts';
import type { Db } from '#server/db/connect.ts';
import { type Staff, staff, staffInvitations, staffPasskeys, staffSessions } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { shownEmail } from '#server/base/shown-email.ts';
import { isActiveOwner } from './mail-staff.ts';
import { endStaffSessions } from './session.ts';

const MAX_PEOPLE = 200;

type NewStaff = Pick<Staff, 'email' | 'name' | 'role' | 'language'>;

export async function listPeople({ db }: Pick<Services, 'db'>, you: number): Promise<StaffPerson[]> {
  const keys = db
    .select({ staffId: staffPasskeys.staffId, number: count().as('number') })
    .from(staffPasskeys)
    .groupBy(staffPasskeys.staffId)
    .as('keys');
  const lastSeen = db
    .select({ staffId: staffSessions.staffId, at: max(staffSessions.confirmedAt).as('at') })
    .from(staffSessions)
    .groupBy(staffSessions.staffId)
    .as('seen');
  const rows = await db
    .select({ person: staff, passkeys: keys.number, seenAt: lastSeen.at })
    .from(staff)
    .leftJoin(keys, eq(keys.staffId, staff.id))
    .leftJoin(lastSeen, eq(lastSeen.staffId, staff.id))
    .orderBy(sql`${staff.role} <> 'owner'`, asc(staff.name), asc(staff.id))
    .limit(MAX_PEOPLE);
  return rows.map(({ person, passkeys, seenAt }) => presentPerson(person, you, { passkeys: passkeys ?? 0, seenAt }));
}

export function presentPerson(
  person: Staff,
  you: number,
  { passkeys = 0, seenAt = null as Date | null } = {},
): StaffPerson {
  return {
    id: person.id,
    name: person.name,
    email: shownEmail(person.email),
    role: person.role,
    state: stateOf(person),
    invited_at: person.invitedAt.toISOString(),
    last_seen_at: seenAt?.toISOString() ?? null,
    passkeys,
    is_you: person.id === you,
  };
}

export function stateOf({ disabledAt, activatedAt }: Staff): StaffPerson['state'] {
  if (disabledAt) return 'disabled';
  return activatedAt ? 'active' : 'invited';
}

/** Undefined if the e-mail is in use. The caller makes the invitation. */
export async function insertStaff(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  person: NewStaff & { invitedBy: number | null },
): Promise<Staff | undefined> {
  const [added] = await tx
    .insert(staff)
    .values({ ...person, invitedAt: clock.now() })
    .onConflictDoNothing()
    .returning();
  return added;
}

export async function removeAccess(tx: Db, services: Pick<Services, 'clock'>, id: number): Promise<void> {
  await tx.update(staff).set({ disabledAt: services.clock.now() }).where(eq(staff.id, id));
  await endStaffSessions(tx, services, id);
}

export async function withdrawAccess(tx: Db, services: Pick<Services, 'clock'>, id: number): Promise<void> {
  await tx
    .update(staff)
    .set({ passwordHash: null, totpSecret: null, totpStep: null, activatedAt: null, disabledAt: null })
    .where(eq(staff.id, id));
  await tx.delete(staffPasskeys).where(eq(staffPasskeys.staffId, id));
  await tx.delete(staffInvitations).where(eq(staffInvitations.staffId, id));
  await endStaffSessions(tx, services, id);
}

/** Locks owners in id order, before other rows: two owners can't remove each other. */
export async function lockOwners(tx: Db): Promise<void> {
  await tx.select({ id: staff.id }).from(staff).where(eq(staff.role, 'owner')).orderBy(staff.id).for('update');
}

export async function isLastOwner(tx: Db, { id }: Pick<Staff, 'id'>): Promise<boolean> {
  return (await tx.$count(staff, and(isActiveOwner(), ne(staff.id, id)))) === 0;
}

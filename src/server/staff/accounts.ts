import { and, asc, count, eq, isNotNull, isNull, max, ne, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type * as contracts from '#contracts/console/staff.ts';
import { isRefused, type Refused, refuse, refuseField } from '#domain/refusals.ts';
import type { StaffRole } from '#domain/staff.ts';
import type { Db } from '#server/db/connect.ts';
import { type Staff, staff, staffInvitations, staffPasskeys, staffSessions } from '#server/db/schema/index.ts';
import type { Services } from '#server/services.ts';
import type { StaffCaller } from '#server/http/caller.ts';
import { addJobs } from '#server/jobs/add-job.ts';
import { audited, type Change } from './audited.ts';
import { endStaffSessions } from './session.ts';

const MOST = 200;

type Input<Name extends keyof typeof contracts> = z.output<(typeof contracts)[Name]['input']>;
type Person = contracts.StaffPerson;
type NewStaff = Pick<Staff, 'email' | 'name' | 'role' | 'language'>;

/** Everybody who works at the console, owners first. */
export async function listPeople({ db }: Pick<Services, 'db'>, you: number): Promise<Person[]> {
  const keys = db
    .select({ staffId: staffPasskeys.staffId, number: count().as('number') })
    .from(staffPasskeys)
    .groupBy(staffPasskeys.staffId)
    .as('keys');
  const seen = db
    .select({ staffId: staffSessions.staffId, at: max(staffSessions.confirmedAt).as('at') })
    .from(staffSessions)
    .groupBy(staffSessions.staffId)
    .as('seen');
  const rows = await db
    .select({ person: staff, passkeys: keys.number, seenAt: seen.at })
    .from(staff)
    .leftJoin(keys, eq(keys.staffId, staff.id))
    .leftJoin(seen, eq(seen.staffId, staff.id))
    .orderBy(sql`${staff.role} <> 'owner'`, asc(staff.name), asc(staff.id))
    .limit(MOST);
  return rows.map(({ person, passkeys, seenAt }) => present(person, you, { passkeys: passkeys ?? 0, seenAt }));
}

function present(person: Staff, you: number, { passkeys = 0, seenAt = null as Date | null } = {}): Person {
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    role: person.role,
    state: stateOf(person),
    invited_at: person.invitedAt.toISOString(),
    last_seen_at: seenAt?.toISOString() ?? null,
    passkeys,
    is_you: person.id === you,
  };
}

function stateOf({ disabledAt, activatedAt }: Staff): Person['state'] {
  if (disabledAt) return 'disabled';
  return activatedAt ? 'active' : 'invited';
}

/** A person who can't get in yet; nothing when the e-mail is somebody's. Their link is made by whoever sends it. */
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

export function invite(
  services: Services,
  input: Input<'inviteStaff'>,
  caller: StaffCaller,
): Promise<Person | Refused> {
  const { reason, ...typed } = input;
  const you = caller.session.staff.id;
  return audited(services, caller, reason, async (tx) => {
    const added = await insertStaff(tx, services, { ...typed, invitedBy: you });
    if (!added) return refuseField('email', 'email_taken');
    await addJobs(tx, 'invite-staff', [{ staffId: added.id }]);
    const { email, name, role } = typed;
    return { answer: present(added, you), change: change('staff add', added, undefined, { email, name, role }) };
  });
}

export function changeRole(
  services: Services,
  { id, role, reason }: Input<'changeStaffRole'>,
  caller: StaffCaller,
): Promise<Person | Refused> {
  return changeOther(services, caller, { id, reason }, async (tx, person) => {
    if (person.role === role) return undefined;
    if (person.role === 'owner' && (await isLastOwner(tx, person))) return refuse('last_owner');
    await tx.update(staff).set({ role }).where(eq(staff.id, id));
    return change('staff role', person, { role: person.role }, { role });
  });
}

/** Without access every session of theirs is over at once, also in the middle of work. */
export function switchAccess(
  services: Services,
  { id, access, reason }: Input<'switchStaff'>,
  caller: StaffCaller,
): Promise<Person | Refused> {
  return changeOther(services, caller, { id, reason }, async (tx, person) => {
    const isOn = person.disabledAt === null;
    if (isOn === (access === 'on')) return undefined;
    if (isOn && person.role === 'owner' && (await isLastOwner(tx, person))) return refuse('last_owner');
    if (isOn) await removeAccess(tx, services, id);
    else await tx.update(staff).set({ disabledAt: null }).where(eq(staff.id, id));
    return change(isOn ? 'staff disable' : 'staff enable', person, { access: isOn ? 'on' : 'off' }, { access });
  });
}

export async function removeAccess(tx: Db, services: Pick<Services, 'clock'>, id: number): Promise<void> {
  await tx.update(staff).set({ disabledAt: services.clock.now() }).where(eq(staff.id, id));
  await endStaffSessions(tx, services, id);
}

/** Nothing that was known or held before opens the account any more. */
export function inviteAgain(
  services: Services,
  { id, reason }: Input<'inviteStaffAgain'>,
  caller: StaffCaller,
): Promise<Person | Refused> {
  return changeOther(services, caller, { id, reason }, async (tx, person) => {
    await withdrawAccess(tx, services, id);
    await addJobs(tx, 'invite-staff', [{ staffId: id }]);
    return change('staff invite-again', person, { state: stateOf(person) }, { state: 'invited' });
  });
}

/** Password, second factor, passkeys and sessions go; a new link brings them back. */
export async function withdrawAccess(tx: Db, services: Pick<Services, 'clock'>, id: number): Promise<void> {
  await tx
    .update(staff)
    .set({ passwordHash: null, totpSecret: null, totpStep: null, activatedAt: null, disabledAt: null })
    .where(eq(staff.id, id));
  await tx.delete(staffPasskeys).where(eq(staffPasskeys.staffId, id));
  await tx.delete(staffInvitations).where(eq(staffInvitations.staffId, id));
  await endStaffSessions(tx, services, id);
}

type Step = (tx: Db, person: Staff) => Promise<Change | Refused | undefined>;

async function changeOther(
  services: Services,
  caller: StaffCaller,
  { id, reason }: { id: number; reason: string },
  step: Step,
): Promise<Person | Refused> {
  const you = caller.session.staff.id;
  if (id === you) return refuse('not_yourself');
  return audited<Person>(services, caller, reason, async (tx) => {
    await lockOwners(tx);
    const [person] = await tx.select().from(staff).where(eq(staff.id, id)).for('update');
    if (!person) return refuse('not_found');
    const done = await step(tx, person);
    if (isRefused(done)) return done;
    const [now] = await tx.select().from(staff).where(eq(staff.id, id));
    return { answer: present(now ?? person, you), change: done };
  });
}

/** Owners before anybody else, in one order, so that two who take each other's role away don't both succeed. */
export async function lockOwners(tx: Db): Promise<void> {
  await tx.select({ id: staff.id }).from(staff).where(eq(staff.role, 'owner')).orderBy(staff.id).for('update');
}

/** Whether nobody else could let this person in again: no other owner has access. */
export async function isLastOwner(tx: Db, { id }: Pick<Staff, 'id'>): Promise<boolean> {
  const others = and(
    eq(staff.role, 'owner' satisfies StaffRole),
    ne(staff.id, id),
    isNull(staff.disabledAt),
    isNotNull(staff.activatedAt),
  );
  return (await tx.$count(staff, others)) === 0;
}

function change(action: string, { email }: Staff, before: Change['before'], after: Change['after']): Change {
  return { action, subject: `staff:${email}`, ...(before && { before }), ...(after && { after }) };
}
